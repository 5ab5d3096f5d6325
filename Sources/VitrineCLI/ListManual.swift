// The words about `vitrine list`: the query language on one page.

import VitrineCommandLine

/// The manual of `vitrine list`.
enum ListManual {
  static let manual = Manual(
    examples: [
      ("vitrine games", "lists all games: the plural of a kind stands for 'list' and the kind"),
      ("vitrine games zelda", "those with 'zelda' in the title, whatever the case"),
      ("vitrine games system:snes release:..1994", "those for the SNES, to the end of 1994"),
      ("vitrine games genre:rpg,platformer -status:wishlist", "of either genre, without those still wished for"),
      ("vitrine miniatures progress_status:primed.. --sort -progress_updated", "from 'primed' on, last touched first"),
      ("vitrine memories date:on:today", "of this day in any year"),
      ("vitrine garments colors:blues --format csv", "all that is blue, for a spreadsheet"),
      ("vitrine list @backlog", "what the view 'backlog' finds"),
      ("vitrine games -f template:'{title} ({release:year})'", "each in words of your own"),
      ("vitrine memories ferry -0 | xargs -0 grep -l Üsküdar", "hands the files to another program"),
    ],
    description: [
      "Words of a query stand side by side, and a record has to meet them all. 'field:value' asks for a value, 'a,b' for either of two, 'a..b' for a range with either end left open, 'field:*' for any value at all. A bare word is looked for in the fields that the kind's schema names for search. '-' or 'not' before a term turns it round; 'or' and parentheses do what they say. Lines below are read as a person types them: no quotes are needed in bash, zsh and fish.",
      "What 'field:value' means is up to the field: a part of a text, regardless of case and accents; a value of a closed list or an alias of it; a number, a day, a month, a year; a colour or a group of colours; a record, by its id or title. 'eq:', 'starts:' and 're:' before a value ask for exactly that text, its beginning, a regular expression. Days may be 'today', 'last-month', '2026-q2', '-30d'; 'on:' asks for a day of any year; 'near:41.02,28.97,2km' for a place, 'near:navy,12' for a colour.",
      "A field is written by its path ('properties.developers'), or by as much of its end as is clear, in the plural or the singular ('developer'). Paths lead over references into other records ('recipes.name', 'project.army'). '.count' asks how many values there are. 'has:field' and 'no:field' ask whether there is one. Every record has 'path', 'modified', 'created' (its file's first commit in git, else when the file was made), 'used-by', 'photo' and 'finding' besides; 'is:invalid', 'is:duplicate', 'is:dangling', 'is:unused' ask for its state.",
      "Columns, order and groups are those of the option, else those of the query ('show:', 'sort:', 'group:', 'limit:'), else those of the view it asks for, else those of the kind. On a terminal groups are headings, dates, units and colours are shown as people read them, and long texts are cut; in a pipe groups are columns and nothing is cut; 'csv', 'json', 'ndjson' and 'yaml' have each value as it is written. 'paths' and -0 write paths from the working folder; the field 'path', in whatever format, is from the root of the catalogue; the column 'near' is the nearest town of a record with a position, known offline. Broken records are listed with what could be read of them.",
      "A template is a text with fields in braces, written once for each record: '{title:30} {release:>4}'. After the colon stands a form: date, time, year, month, day, number, upper, lower, json, count, 'join=, ' for what stands between the values of a list, a width ('30', '>30' on the right, '^30' in the middle, '.30' cut). '{{' and '}}' are braces; '\\n', '\\t', '\\0' a line feed, a tab, a NUL byte.",
    ],
    exitStatuses: [
      (.well, "all is well, whether or not anything was found"), (.findings, "nothing was found, and --exit-status was given"),
      (.usage, ExitStatus.usage.summary), (.inputOutput, ExitStatus.inputOutput.summary),
    ], seeAlso: ["show", "view", "check"])
}
