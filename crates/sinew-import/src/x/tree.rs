//! Objects within objects, whatever their templates: what is unknown is skipped by nobody asking for it.

use super::token::{Lexer, Token};
use crate::ImportError;
use crate::limits::Budget;
use std::collections::HashMap;

/// About what an object takes besides what it holds.
const OBJECT_BYTES: usize = 320;

/// All objects of a file; the first is the file itself.
#[derive(Debug)]
pub(super) struct Tree {
    objects: Vec<Object>,
    named: HashMap<String, usize>,
}

/// One object: the numbers, texts and objects it holds, each in order.
#[derive(Debug, Default)]
pub(super) struct Object {
    pub(super) template: String,
    pub(super) name: String,
    pub(super) numbers: Vec<f64>,
    pub(super) texts: Vec<String>,
    /// Objects within, and objects that `{ name }` refers to.
    pub(super) children: Vec<Child>,
    /// Where it begins.
    pub(super) place: String,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Child {
    Object(usize),
    /// By name or GUID.
    Reference(String),
}

impl Object {
    pub(super) fn is(&self, template: &str) -> bool {
        self.template.eq_ignore_ascii_case(template)
    }
}

impl Tree {
    pub(super) fn get(&self, number: usize) -> Option<&Object> {
        self.objects.get(number)
    }

    /// Everything at the top of the file.
    pub(super) fn top(&self) -> impl Iterator<Item = usize> + '_ {
        self.children(0)
    }

    /// The objects within `number`, those that it refers to included; names that nothing has are left out.
    pub(super) fn children(&self, number: usize) -> impl Iterator<Item = usize> + '_ {
        let all = self.get(number).map_or(&[][..], |o| &o.children);
        all.iter().filter_map(|child| match child {
            Child::Object(number) => Some(*number),
            Child::Reference(name) => self.named.get(name).copied(),
        })
    }

    /// The first object within `number` of a template.
    pub(super) fn child(&self, number: usize, template: &str) -> Option<usize> {
        self.children(number).find(|&c| self.get(c).is_some_and(|o| o.is(template)))
    }

    /// The names that `number` refers to.
    pub(super) fn references(&self, number: usize) -> impl Iterator<Item = &str> + '_ {
        let all = self.get(number).map_or(&[][..], |o| &o.children);
        all.iter().filter_map(|child| match child {
            Child::Object(_) => None,
            Child::Reference(name) => Some(name.as_str()),
        })
    }

    /// The object that a reference names.
    pub(super) fn by_name(&self, name: &str) -> Option<usize> {
        self.named.get(name).copied()
    }

    /// All objects, in the file's order.
    pub(super) fn all(&self) -> impl Iterator<Item = (usize, &Object)> {
        self.objects.iter().enumerate().skip(1)
    }
}

/// Reads all objects.
pub(super) fn read(lexer: &mut dyn Lexer, budget: &mut Budget) -> Result<Tree, ImportError> {
    let mut tree = Tree { objects: vec![Object::default()], named: HashMap::new() };
    // The objects whose braces are open, the file first.
    let mut open = vec![0usize];
    while let Some(token) = lexer.next()? {
        let Some(&current) = open.last() else { break };
        match token {
            Token::Template => skip_definition(lexer)?,
            Token::Word(template) => {
                if let Some(object) = begin(lexer, template, budget)? {
                    let number = tree.objects.len();
                    for name in [&object.name, &object.guid].into_iter().filter(|n| !n.is_empty()) {
                        // Of objects that share a name the first is meant, as readers that go forward have it.
                        tree.named.entry(name.clone()).or_insert(number);
                    }
                    let Begun { template, name, place, .. } = object;
                    tree.objects.push(Object { template, name, place, ..Object::default() });
                    open.push(number);
                    tree.add_child(current, Child::Object(number));
                }
            }
            Token::Open => {
                let name = reference(lexer)?;
                budget.take(name.len() + size_of::<Child>(), 3, &lexer.place())?;
                tree.add_child(current, Child::Reference(name));
            }
            // A brace too many at the end does no harm.
            Token::Close if open.len() == 1 => {}
            Token::Close => drop(open.pop()),
            Token::Number(number) => {
                let numbers = tree.objects.get_mut(current).map(|o| &mut o.numbers);
                if let Some(numbers) = numbers {
                    if numbers.len() == numbers.capacity() {
                        // Twice, for the old place is held while the new one is filled.
                        let more = numbers.capacity().max(4);
                        budget.take(2 * more, size_of::<f64>(), &lexer.place())?;
                        numbers.reserve_exact(more);
                    }
                    numbers.push(number);
                }
            }
            Token::Text(text) => {
                budget.take(text.len() + size_of::<String>(), 3, &lexer.place())?;
                tree.objects.get_mut(current).into_iter().for_each(|o| o.texts.push(text.clone()));
            }
            Token::Guid(_) => {}
        }
    }
    if open.len() > 1 {
        let unfinished = open.last().and_then(|&n| tree.get(n));
        let (template, place) = unfinished.map_or(("", ""), |o| (&o.template, &o.place));
        let message = format!("the file ends within {} of {place}", crate::error::quoted(template));
        return Err(ImportError::new("x", lexer.place(), message));
    }
    Ok(tree)
}

impl Tree {
    fn add_child(&mut self, parent: usize, child: Child) {
        if let Some(parent) = self.objects.get_mut(parent) {
            parent.children.push(child);
        }
    }
}

struct Begun {
    template: String,
    name: String,
    guid: String,
    place: String,
}

/// An object from its template's name up to its brace; none where no brace follows, and the word means nothing here.
fn begin(lexer: &mut dyn Lexer, template: String, budget: &mut Budget) -> Result<Option<Begun>, ImportError> {
    let place = lexer.place();
    let (mut name, mut guid) = (String::new(), String::new());
    loop {
        match lexer.next_name()? {
            Some(Token::Open) => break,
            // Names with spaces are against the rules, and met.
            Some(Token::Word(word)) => {
                if !name.is_empty() {
                    name.push(' ');
                }
                name.push_str(&word);
            }
            Some(Token::Guid(given)) => guid = given,
            Some(Token::Number(number)) => name.push_str(&number.to_string()),
            Some(Token::Close | Token::Text(_) | Token::Template) | None => {
                let message = format!("{} stands there without a brace", crate::error::quoted(&template));
                return Err(ImportError::new("x", place, message));
            }
        }
    }
    budget.take(OBJECT_BYTES + 3 * (template.len() + name.len() + guid.len()), 1, &place)?;
    Ok(Some(Begun { template, name, guid, place }))
}

/// What stands in the braces of a reference: a name, or a GUID where there is none.
fn reference(lexer: &mut dyn Lexer) -> Result<String, ImportError> {
    let mut name = String::new();
    loop {
        match lexer.next_name()? {
            Some(Token::Word(word)) => {
                if !name.is_empty() {
                    name.push(' ');
                }
                name.push_str(&word);
            }
            Some(Token::Guid(guid)) if name.is_empty() => name = guid,
            Some(Token::Guid(_)) => {}
            Some(Token::Number(number)) => name.push_str(&number.to_string()),
            Some(Token::Close) => return Ok(name),
            _ => return Err(ImportError::new("x", lexer.place(), "a reference is not closed; expected }")),
        }
    }
}

/// Skips `template Name { … }`.
fn skip_definition(lexer: &mut dyn Lexer) -> Result<(), ImportError> {
    let mut depth = 0usize;
    loop {
        match lexer.next_name()? {
            Some(Token::Open) => depth += 1,
            Some(Token::Close) if depth <= 1 => return Ok(()),
            Some(Token::Close) => depth -= 1,
            Some(_) => {}
            None => return Err(ImportError::new("x", lexer.place(), "the file ends within a template")),
        }
    }
}
