//! Reads JSON: one line in, a tree of values out.

/// One value. Whatever it does not have is empty, so that look-ups can be chained without a check:
/// `message.get("view").get("you").get("role").text()` is "" if any of them is missing.
#[derive(Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

static NULL: Json = Json::Null;

#[allow(dead_code)]
impl Json {
    /// The value that a line holds, or a sentence that says from where on it is not JSON.
    pub fn read(line: &str) -> Result<Json, String> {
        let mut reader = Reader { rest: line };
        let value = reader.any()?;
        reader.skip_space();
        if reader.rest.is_empty() {
            Ok(value)
        } else {
            reader.fail()
        }
    }

    /// The field of that name; null if there is none.
    pub fn get(&self, name: &str) -> &Json {
        match self {
            Json::Object(fields) => fields.iter().find(|f| f.0 == name).map_or(&NULL, |f| &f.1),
            _ => &NULL,
        }
    }

    /// The elements of a list.
    pub fn items(&self) -> &[Json] {
        if let Json::List(items) = self {
            items
        } else {
            &[]
        }
    }

    pub fn text(&self) -> &str {
        if let Json::Text(text) = self {
            text
        } else {
            ""
        }
    }

    pub fn number(&self) -> f64 {
        if let Json::Number(number) = self {
            *number
        } else {
            0.0
        }
    }

    pub fn is_true(&self) -> bool {
        *self == Json::Bool(true)
    }
}

/// Recursive descent over what has not been read yet.
struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn fail<T>(&self) -> Result<T, String> {
        Err(format!(
            "not JSON from here on: {}",
            self.rest.chars().take(40).collect::<String>()
        ))
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\r', '\n']);
    }

    /// Steps over that text if it comes next.
    fn skip(&mut self, expected: &str) -> bool {
        self.skip_space();
        match self.rest.strip_prefix(expected) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, expected: &str) -> Result<(), String> {
        if self.skip(expected) {
            Ok(())
        } else {
            self.fail()
        }
    }

    /// The next so many bytes; they must be whole characters.
    fn take(&mut self, length: usize) -> Result<&str, String> {
        if !self.rest.is_char_boundary(length) {
            return self.fail();
        }
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        Ok(taken)
    }

    fn any(&mut self) -> Result<Json, String> {
        if self.skip("{") {
            self.object()
        } else if self.skip("[") {
            self.list()
        } else if self.skip("null") {
            Ok(Json::Null)
        } else if self.skip("true") {
            Ok(Json::Bool(true))
        } else if self.skip("false") {
            Ok(Json::Bool(false))
        } else if self.rest.starts_with('"') {
            Ok(Json::Text(self.string()?))
        } else {
            self.number()
        }
    }

    fn object(&mut self) -> Result<Json, String> {
        let mut fields = Vec::new();
        if !self.skip("}") {
            loop {
                let name = self.string()?;
                self.expect(":")?;
                fields.push((name, self.any()?));
                if !self.skip(",") {
                    break;
                }
            }
            self.expect("}")?;
        }
        Ok(Json::Object(fields))
    }

    fn list(&mut self) -> Result<Json, String> {
        let mut items = Vec::new();
        if !self.skip("]") {
            loop {
                items.push(self.any()?);
                if !self.skip(",") {
                    break;
                }
            }
            self.expect("]")?;
        }
        Ok(Json::List(items))
    }

    fn number(&mut self) -> Result<Json, String> {
        let is_part = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
        let length = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        match self.rest[..length].parse() {
            Ok(number) => {
                self.rest = &self.rest[length..];
                Ok(Json::Number(number))
            }
            Err(_) => self.fail(),
        }
    }

    fn string(&mut self) -> Result<String, String> {
        self.expect("\"")?;
        let mut text = String::new();
        loop {
            let plain = self.rest.find(['"', '\\']).unwrap_or(self.rest.len());
            text.push_str(self.take(plain)?);
            match self.take(1)? {
                "\"" => return Ok(text),
                _ => text.push(self.escape()?),
            }
        }
    }

    /// What follows a backslash.
    fn escape(&mut self) -> Result<char, String> {
        if self.rest.starts_with('u') {
            return self.unicode();
        }
        let meaning = match self.rest.chars().next() {
            Some(name @ ('"' | '\\' | '/')) => name,
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            _ => return self.fail(),
        };
        self.take(1)?;
        Ok(meaning)
    }

    /// The character that u.... names; characters beyond FFFF are written as two such escapes.
    fn unicode(&mut self) -> Result<char, String> {
        let first = self.hex()?;
        let mut code = first;
        if (0xD800..0xDC00).contains(&first) && self.rest.starts_with("\\u") {
            let here = self.rest;
            self.take(1)?;
            let second = self.hex()?;
            if (0xDC00..0xE000).contains(&second) {
                code = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
            } else {
                self.rest = here;
            }
        }
        // Half a pair is no character: the one that stands for what is unreadable.
        Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    /// The letter u and four hexadecimal digits.
    fn hex(&mut self) -> Result<u32, String> {
        let digits = self.take(5)?[1..].to_string();
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return self.fail();
        }
        u32::from_str_radix(&digits, 16).or_else(|_| self.fail())
    }
}
