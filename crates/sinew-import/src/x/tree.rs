//! Tree of objects, independent of their templates.

use super::token::{Lexer, Token};
use crate::ImportError;
use crate::budget::Budget;
use std::collections::HashMap;

/// Approximate memory of an object without its content, in bytes.
const OBJECT_BYTES: usize = 320;

/// All objects of a file; the first one is the file itself.
#[derive(Debug)]
pub(super) struct Tree {
    objects: Vec<Object>,
    named: HashMap<String, usize>,
}

/// Object with its numbers, texts and children, each in the file's order.
#[derive(Debug, Default)]
pub(super) struct Object {
    pub(super) template: String,
    pub(super) name: String,
    pub(super) numbers: Vec<f64>,
    pub(super) texts: Vec<String>,
    /// Nested objects and references `{ name }`.
    pub(super) children: Vec<Child>,
    /// Location of its start.
    pub(super) location: String,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Child {
    Object(usize),
    /// Reference by name or GUID.
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

    /// Top-level objects of the file.
    pub(super) fn top(&self) -> impl Iterator<Item = usize> + '_ {
        self.children(0)
    }

    /// Nested and referenced objects of `number`. Unresolved references are left out.
    pub(super) fn children(&self, number: usize) -> impl Iterator<Item = usize> + '_ {
        let all = self.get(number).map_or(&[][..], |o| &o.children);
        all.iter().filter_map(|child| match child {
            Child::Object(number) => Some(*number),
            Child::Reference(name) => self.named.get(name).copied(),
        })
    }

    /// First child of `number` with the given template.
    pub(super) fn child(&self, number: usize, template: &str) -> Option<usize> {
        self.children(number).find(|&c| self.get(c).is_some_and(|o| o.is(template)))
    }

    /// Names referenced by `number`.
    pub(super) fn references(&self, number: usize) -> impl Iterator<Item = &str> + '_ {
        let all = self.get(number).map_or(&[][..], |o| &o.children);
        all.iter().filter_map(|child| match child {
            Child::Object(_) => None,
            Child::Reference(name) => Some(name.as_str()),
        })
    }

    /// Object with this name or GUID.
    pub(super) fn by_name(&self, name: &str) -> Option<usize> {
        self.named.get(name).copied()
    }

    /// All objects except the file itself, in the file's order.
    pub(super) fn all(&self) -> impl Iterator<Item = (usize, &Object)> {
        self.objects.iter().enumerate().skip(1)
    }
}

/// Parses all objects.
pub(super) fn read(lexer: &mut dyn Lexer, budget: &mut Budget) -> Result<Tree, ImportError> {
    let mut tree = Tree { objects: vec![Object::default()], named: HashMap::new() };
    // Stack of objects with open braces, starting with the file.
    let mut open = vec![0usize];
    while let Some(token) = lexer.next()? {
        let Some(&current) = open.last() else { break };
        match token {
            Token::Template => skip_definition(lexer)?,
            Token::Word(template) => {
                if let Some(object) = read_header(lexer, template, budget)? {
                    let number = tree.objects.len();
                    for name in [&object.name, &object.guid].into_iter().filter(|n| !n.is_empty()) {
                        // Of several objects with the same name the first one wins.
                        tree.named.entry(name.clone()).or_insert(number);
                    }
                    let Header { template, name, location, .. } = object;
                    tree.objects.push(Object { template, name, location, ..Object::default() });
                    open.push(number);
                    tree.add_child(current, Child::Object(number));
                }
            }
            Token::Open => {
                let name = reference(lexer)?;
                budget.take(name.len() + size_of::<Child>(), 3, &lexer.location())?;
                tree.add_child(current, Child::Reference(name));
            }
            // Surplus closing braces are ignored.
            Token::Close if open.len() == 1 => {}
            Token::Close => drop(open.pop()),
            Token::Number(number) => {
                let numbers = tree.objects.get_mut(current).map(|o| &mut o.numbers);
                if let Some(numbers) = numbers {
                    if numbers.len() == numbers.capacity() {
                        // Twice, since a growing list briefly exists twice.
                        let more = numbers.capacity().max(4);
                        budget.take(2 * more, size_of::<f64>(), &lexer.location())?;
                        numbers.reserve_exact(more);
                    }
                    numbers.push(number);
                }
            }
            Token::Text(text) => {
                budget.take(text.len() + size_of::<String>(), 3, &lexer.location())?;
                tree.objects.get_mut(current).into_iter().for_each(|o| o.texts.push(text.clone()));
            }
            Token::Guid(_) => {}
        }
    }
    if open.len() > 1 {
        let unfinished = open.last().and_then(|&n| tree.get(n));
        let (template, location) = unfinished.map_or(("", ""), |o| (&o.template, &o.location));
        let message = format!("the file ends within {} of {location}", crate::error::quoted(template));
        return Err(ImportError::new("x", lexer.location(), message));
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

struct Header {
    template: String,
    name: String,
    guid: String,
    location: String,
}

/// Reads an object's header, from after the template name to the opening brace.
fn read_header(
    lexer: &mut dyn Lexer,
    template: String,
    budget: &mut Budget,
) -> Result<Option<Header>, ImportError> {
    let location = lexer.location();
    let (mut name, mut guid) = (String::new(), String::new());
    loop {
        match lexer.next_name()? {
            Some(Token::Open) => break,
            // Some files have names with spaces, although the format does not allow them.
            Some(Token::Word(word)) => {
                if !name.is_empty() {
                    name.push(' ');
                }
                name.push_str(&word);
            }
            Some(Token::Guid(given)) => guid = given,
            Some(Token::Number(number)) => name.push_str(&number.to_string()),
            Some(Token::Close | Token::Text(_) | Token::Template) | None => {
                let message =
                    format!("{} is not followed by an opening brace", crate::error::quoted(&template));
                return Err(ImportError::new("x", location, message));
            }
        }
    }
    budget.take(OBJECT_BYTES + 3 * (template.len() + name.len() + guid.len()), 1, &location)?;
    Ok(Some(Header { template, name, guid, location }))
}

/// Reads the name of a reference, or its GUID if it has no name.
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
            _ => {
                return Err(ImportError::new(
                    "x",
                    lexer.location(),
                    "the reference is not closed; expected }",
                ));
            }
        }
    }
}

/// Skips a template definition, `template Name { … }`.
fn skip_definition(lexer: &mut dyn Lexer) -> Result<(), ImportError> {
    let mut depth = 0usize;
    loop {
        match lexer.next_name()? {
            Some(Token::Open) => depth += 1,
            Some(Token::Close) if depth <= 1 => return Ok(()),
            Some(Token::Close) => depth -= 1,
            Some(_) => {}
            None => return Err(ImportError::new("x", lexer.location(), "the file ends within a template")),
        }
    }
}
