// Panel of speech: sound files, the microphone, and the visemes that are spoken.

import { byId, filePicker } from "../elements.js";
import { attempt, notify } from "../notices.js";
import { VisemeStrip } from "../viseme_strip.js";

/** A line that comes with the page. */
const EXAMPLE = "characters/speech/line";

/** Lets the character speak. */
export class SpeechPanel {
  #stage;
  #strip = new VisemeStrip(byId("visemes"));
  /** Stream of the microphone while it is open. */
  #microphone;
  /** Counts sounds and microphones, so that what ends late does not stop a newer one. */
  #turn = 0;

  constructor(stage) {
    this.#stage = stage;
    filePicker(byId("speak-file"), byId("sound-file"), ([file]) => this.speak(file));
    byId("speak-example").addEventListener("click", () => attempt(() => this.#speakExample()));
    byId("speak-microphone").addEventListener("click", () => attempt(() => this.#listen()));
    byId("hush").addEventListener("click", () => this.#end());
    stage.addEventListener("opened", () => {
      this.#end();
      byId("speech-panel").hidden = !stage.avatar.speaks;
    });
    stage.addEventListener("speechstart", ({ timeline }) => this.#begin(timeline));
  }

  /** Speaks a sound; `text` is what it says, by default that of the panel. */
  async speak(audio, text = byId("transcript").value.trim()) {
    const { avatar } = this.#stage;
    if (!avatar?.speaks) return notify("This character has no mouth that moves.");
    if (byId("speech-sources").disabled) return notify("Another sound is being analysed.");
    this.#end();
    byId("speech-panel").open = true;
    const turn = ++this.#turn;
    wakeSound(avatar.audioContext);
    this.#state(text ? "Aligning the text with the sound…" : "Analysing the sound…", { isAnalysing: true });
    await attempt(() => avatar.speak(text ? { audio, text } : audio));
    if (turn === this.#turn) this.#end();
  }

  async #speakExample() {
    const response = await fetch(`${EXAMPLE}.txt`);
    if (!response.ok) throw new Error(`${EXAMPLE}.txt: HTTP ${response.status}`);
    await this.speak(`${EXAMPLE}.flac`, (await response.text()).trim());
  }

  async #listen() {
    this.#end();
    const turn = ++this.#turn;
    this.#state("Waiting for the microphone…", { canStop: true });
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      if (turn !== this.#turn) return closeStream(stream);
      this.#microphone = stream;
      await this.#stage.avatar.speak(stream);
    } catch (error) {
      this.#end();
      throw new Error(`The microphone does not open: ${error.message}`);
    }
  }

  /** A sound is heard now; the microphone has no timeline. */
  #begin(timeline) {
    this.#state(timeline ? "Speaking" : "Listening to the microphone", { canStop: true });
    if (timeline) this.#strip.play(timeline, this.#stage.avatar.audioContext);
  }

  /** Ends sound and microphone. */
  #end() {
    this.#turn += 1;
    this.#stage.avatar?.hush();
    if (this.#microphone) closeStream(this.#microphone);
    this.#microphone = undefined;
    this.#strip.stop();
    this.#state("");
  }

  #state(text, { canStop = false, isAnalysing = false } = {}) {
    byId("speech-state").textContent = text;
    byId("hush").disabled = !canStop;
    byId("speech-sources").disabled = isAnalysing;
  }
}

function closeStream(stream) {
  for (const track of stream.getTracks()) track.stop();
}

/** A browser plays sound only after a click or a key on the page, and a drop is neither. */
function wakeSound(context) {
  if (navigator.userActivation?.hasBeenActive) return;
  notify("Click the page to hear the sound.");
  for (const event of ["pointerdown", "keydown"]) addEventListener(event, () => context.resume(), { once: true });
}
