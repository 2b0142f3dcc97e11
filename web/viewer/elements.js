// Small elements that the panels are made of.

/** Element of the page by its id. */
export const byId = (id) => document.getElementById(id);

/** New element with properties and children. */
export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** Labelled slider with its value beside it; `onChange` is called with the number. */
export function slider({ label, min = 0, max = 1, step = 0.01, value, event = "input", onChange }) {
  const shown = element("output", { textContent: value.toFixed(2) });
  const input = element("input", { type: "range", min, max, step, value });
  const show = () => (shown.textContent = input.valueAsNumber.toFixed(2));
  input.addEventListener("input", show);
  input.addEventListener(event, () => onChange(input.valueAsNumber));
  const row = element("label", { className: "slider" }, element("span", { textContent: label, title: label }), input, shown);
  const setValue = (number) => {
    input.value = number;
    show();
  };
  return { row, setValue };
}

/** Radio buttons, shown as chips, in place of the children of `parent`; `onChoose` is called with the value. */
export function chips(parent, name, options, chosen, onChoose) {
  const chip = ([value, text]) => {
    const input = element("input", { type: "radio", name, value, checked: value === chosen });
    input.addEventListener("change", () => onChoose(value));
    return element("label", { className: "chip" }, input, element("span", { textContent: text }));
  };
  parent.replaceChildren(...options.map(chip));
}

/** Marks a chip as chosen without calling anything; none where there is no such value. */
export function chooseChip(parent, value) {
  for (const input of parent.querySelectorAll("input")) input.checked = input.value === value;
}

/** Opens the file dialog of an input at a click on a button; `onFiles` is called with the files. */
export function filePicker(button, input, onFiles) {
  button.addEventListener("click", () => input.click());
  input.addEventListener("change", () => {
    const files = [...input.files];
    // The same file can be chosen again.
    input.value = "";
    if (files.length > 0) onFiles(files);
  });
}
