/** Some reports of muted reporters must never be hidden (RULES.md, RP9, RP10). */
import type { Report } from './report-kind.ts'

/**
 * Stems of words about injuries or danger to people. An unnecessary word only shows a manager a worthless report, but a missing word may
 * hide someone who is hurt. "Fell" and "fall" are omitted because trees fall too.
 */
const DANGER_WORDS = [
  'hurt|injur|wound|bleed|blood|bled|bone|fractur|sprain|concuss|unconscious|faint|collaps|crash|accident|broke|dislocat|stitch|burn',
  'bitten|bite|bit me|sting|stung|snake|allerg|heart|stroke|seizure|asthma|hypotherm|pain|head|neck|spine|spinal|impal|dead|death|die',
  'dying|body|kill|fatal|drown|trapped|stuck|stranded|missing|lost|fell off|fell from|fell on|i fell|he fell|she fell|they fell|came off',
  // People or services that someone may have called.
  'ambulance|paramedic|hospital|doctor|medic|rescue|emergenc|helicopter|police|triple zero|000|112|911|sos|help',
  'danger|unsafe|hazard|lethal|deadly|threat|attack|assault|weapon|gun|shot|shoot|knife|wire|trap|sabotag|booby|power line|powerline',
  'electr|fire|bushfire|smoke|flood|landslide|rockfall|cliff|gas|poison|chemical|explos|child|kid|baby',
  // German, French, Spanish and Italian, for visitors.
  'verletz|unfall|gefahr|gefaehr|notarzt|krankenwagen|hilfe|bless|secours|urgence|herid|peligr|ayuda|ferit|pericol|incident|aiuto',
]

/**
 * Uses only words, brackets and bars, because the server runs the pattern in SQL, and other syntax differs between the two regex engines.
 */
export const DANGER_PATTERN = `(^|[^a-z0-9])(${DANGER_WORDS.join('|')})`
const SPEAKS_OF_DANGER = new RegExp(DANGER_PATTERN)

/** RP10: muting must not hide a report about danger. The reporter's tick that someone could get hurt is enough. */
export const mentionsDanger = ({ words, canHurt }: Pick<Report, 'words' | 'canHurt'>): boolean =>
  canHurt || SPEAKS_OF_DANGER.test(words.toLowerCase())

/** RP9: a hidden report isn't counted in the queue. `muted` contains the IDs of muted reporters. */
export const isMutedReport = (report: Pick<Report, 'words' | 'canHurt' | 'createdBy'>, muted: ReadonlySet<string>): boolean =>
  muted.has(report.createdBy) && !mentionsDanger(report)
