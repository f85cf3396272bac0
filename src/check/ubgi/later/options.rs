//! Steps of UBGI's later dialects about options (v0.1) and keys (v0.2).
//!
//! Asks for no play.

use super::super::super::report::counted;
use super::super::super::test_bench::{ANSWER, Flaw, Found};
use super::super::super::values;
use super::super::extension::see_option;
use super::super::{Document, Ubgi};
use super::is_error;
use crate::protocol::ubgi::Reply;
use crate::protocol::{OptionDecl, OptionKind, quoted};

const WORDS: [&str; 2] = ["true", "false"];

/// What a line `option` or `key` declares.
fn declared(line: &str) -> Option<OptionDecl> {
    match Reply::parse(line) {
        Reply::Option(decl) => Some(decl),
        _ => None,
    }
}

/// Values to set, the current one last.
fn values_of(decl: &OptionDecl) -> Vec<String> {
    let values = values::within(&decl.name, &decl.kind, WORDS).into_iter();
    values.chain(Some(decl.default.clone()).filter(|default| !default.is_empty())).collect()
}

pub(super) async fn options(ubgi: &mut Ubgi) -> Found {
    for line in &ubgi.options {
        see_option(line).map_err(|flaw| format!("{}: {flaw}", quoted(line)))?;
    }
    Ok(counted(ubgi.options.len(), "option"))
}

pub(super) async fn setoption(ubgi: &mut Ubgi) -> Found {
    let mut n_set = 0;
    for decl in ubgi.options.clone().iter().filter_map(|line| declared(line)) {
        for value in values_of(&decl) {
            ubgi.do_tell(&[format!("setoption name {} value {value}", decl.name)]).await?;
            n_set += 1;
        }
    }
    Ok(counted(n_set, "value"))
}

impl Ubgi {
    /// The keys as the engine lists them.
    async fn list_keys(&mut self) -> Result<Vec<OptionDecl>, Flaw> {
        let lines = self.tell(&["keys".to_owned()], ANSWER).await?;
        if let Some(error) = lines.iter().find(|line| is_error(line)) {
            return Err(format!("`keys` is answered by {}", quoted(error)).into());
        }
        let mut decls = Vec::new();
        for line in lines.iter().filter(|line| line.starts_with("key ")) {
            let decl = declared(line).ok_or_else(|| format!("{} is not a key", quoted(line)))?;
            if !is_admitted(&decl) {
                return Err(format!("{}: its default is not admitted", quoted(line)).into());
            }
            decls.push(decl);
        }
        self.options = lines.into_iter().filter(|line| line.starts_with("key ")).collect();
        Ok(decls)
    }

    /// The value of a key.
    async fn get(&mut self, key: &str) -> Result<String, Flaw> {
        let lines = self.tell(&[format!("get {key}")], ANSWER).await?;
        let value = lines.iter().find_map(|line| match Reply::parse(line) {
            Reply::Value { key: told, value } if told == key => Some(value),
            _ => None,
        });
        value.ok_or_else(|| {
            format!("`get {key}` is answered by {}", quoted(lines.join("\n"))).into()
        })
    }
}

fn is_admitted(decl: &OptionDecl) -> bool {
    let default = decl.default.as_str();
    match &decl.kind {
        OptionKind::Bool => WORDS.contains(&default),
        OptionKind::Int { min, max } => {
            default.parse::<i64>().is_ok_and(|value| (*min..=*max).contains(&value))
        }
        OptionKind::Choice(choices) => choices.iter().any(|choice| choice == default),
        OptionKind::Real { .. } | OptionKind::Text => true,
    }
}

pub(super) async fn keys(ubgi: &mut Ubgi) -> Found {
    Ok(counted(ubgi.list_keys().await?.len(), "key"))
}

pub(super) async fn get(ubgi: &mut Ubgi) -> Found {
    let decls = ubgi.list_keys().await?;
    for decl in &decls {
        ubgi.get(&decl.name).await?;
    }
    Ok(counted(decls.len(), "value"))
}

pub(super) async fn set(ubgi: &mut Ubgi) -> Found {
    let mut n_set = 0;
    for decl in ubgi.list_keys().await? {
        for value in values_of(&decl) {
            ubgi.do_tell(&[format!("set {} {value}", decl.name)]).await?;
            let told = ubgi.get(&decl.name).await?;
            if !values::is_same(&decl.kind, &told, &value) {
                return Err(format!(
                    "{} is {told} after `set` to {value}",
                    decl.name,
                    told = quoted(told),
                    value = quoted(value)
                )
                .into());
            }
            n_set += 1;
        }
    }
    Ok(counted(n_set, "value"))
}

pub(super) async fn out_of_limits(ubgi: &mut Ubgi) -> Found {
    let (decls, unknown) = match ubgi.judged_by {
        Document::Draft | Document::V1 => {
            let lines = ubgi.options.clone();
            let decls = lines.iter().filter_map(|line| declared(line)).collect();
            (decls, "setoption name QuintetUnknown value 1")
        }
        Document::V2 => (ubgi.list_keys().await?, "set quintet.unknown 1"),
    };
    let mut tries = vec![unknown.to_owned()];
    for decl in &decls {
        tries.extend(values::beyond(&decl.kind).into_iter().map(|bad| match ubgi.judged_by {
            Document::Draft | Document::V1 => format!("setoption name {} value {bad}", decl.name),
            Document::V2 => format!("set {} {bad}", decl.name),
        }));
    }
    for line in &tries {
        if let Some(flaw) = ubgi.is_refused(line).await? {
            return Err(flaw.into());
        }
    }
    Ok(format!("{} tried", counted(tries.len(), "value")))
}
