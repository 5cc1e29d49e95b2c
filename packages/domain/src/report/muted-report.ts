/** Which reports wait unseen because their reporter is muted, and which never do (RULES.md, RP9, RP10). */
import type { Report } from './report-kind.ts'

/**
 * How words begin that speak of an injury or of danger to people, in lower case. Rather too many than too few: one word too many shows
 * a manager a report that is not worth it, one too few hides somebody who lies there. Some are of the languages that visitors write in.
 * "Fell" and "fall" are not among them, because trees do.
 */
const DANGER_WORDS = [
  // What happened to someone.
  'hurt|injur|wound|bleed|blood|bled|bone|fractur|sprain|concuss|unconscious|faint|collaps|crash|accident|broke|dislocat|stitch|burn',
  'bitten|bite|bit me|sting|stung|snake|allerg|heart|stroke|seizure|asthma|hypotherm|pain|head|neck|spine|spinal|impal|dead|death|die',
  'dying|body|kill|fatal|drown|trapped|stuck|stranded|missing|lost|fell off|fell from|fell on|i fell|he fell|she fell|they fell|came off',
  // Who is called.
  'ambulance|paramedic|hospital|doctor|medic|rescue|emergenc|helicopter|police|triple zero|000|112|911|sos|help',
  // What may happen to someone.
  'danger|unsafe|hazard|lethal|deadly|threat|attack|assault|weapon|gun|shot|shoot|knife|wire|trap|sabotag|booby|power line|powerline',
  'electr|fire|bushfire|smoke|flood|landslide|rockfall|cliff|gas|poison|chemical|explos|child|kid|baby',
  // German, French, Spanish, Italian.
  'verletz|unfall|gefahr|gefaehr|notarzt|krankenwagen|hilfe|bless|secours|urgence|herid|peligr|ayuda|ferit|pericol|incident|aiuto',
]

/** At the beginning of a word. The server runs the same pattern in SQL: words, brackets and bars alone, which both read alike. */
export const DANGER_PATTERN = `(^|[^a-z0-9])(${DANGER_WORDS.join('|')})`
const SPEAKS_OF_DANGER = new RegExp(DANGER_PATTERN)

/** RP10: what a mute never hides. Whoever ticks that someone could get hurt is believed. */
export const speaksOfDanger = ({ words, canHurt }: Pick<Report, 'words' | 'canHurt'>): boolean =>
  canHurt || SPEAKS_OF_DANGER.test(words.toLowerCase())

/** RP9: it waits, but in no queue and no count. `muted`: ids of the reporters who are. */
export const isMutedReport = (report: Pick<Report, 'words' | 'canHurt' | 'createdBy'>, muted: ReadonlySet<string>): boolean =>
  muted.has(report.createdBy) && !speaksOfDanger(report)
