/**
 * A message may contradict the status above it (RULES.md, T29). The check recognises a few English phrases and ignores anything else, such
 * as plans, car parks or "all other trails".
 */
import { isSameValue } from '../../same-value.ts'
import { type NetworkStatements, networkOutcome, type TrailState, trailsAt } from '../network-outcome.ts'
import { exceptionsOf, listNames, namePattern, sentencesOf } from '../text/exceptions-text.ts'
import { MESSAGE_MAX_LENGTH } from './trail-update.ts'

export type MessageProblem = {
  /** False if the message doesn't contradict the status, but someone should check the message. */
  isContradiction: boolean
  text: string
  /** Null if only the manager can know the right message. */
  suggestion: string | null
}

export const UNCHANGED_MESSAGE = 'The message hasn’t changed. Is it still right?'

/** For example "All loops and descents open", and the rest of the sentence. */
type Claim = { sentence: string; start: number; phrase: string; rest: string; isOpen: boolean }

const STATE = /\b(?:open|opened|reopened|closed|shut)\b/gi

function claimsIn(sentence: string): Claim[] {
  const ends = [...sentence.matchAll(STATE)].map((match) => ({ word: match[0], end: match.index + match[0].length }))
  return ends.map(({ word, end }, i) => {
    const from = ends[i - 1]?.end ?? 0
    const lead = /^[\s,;:–—-]*(?:(?:and|but|while|so)\s+)?/i.exec(sentence.slice(from, end))?.[0].length ?? 0
    const rest = sentence.slice(end, ends[i + 1]?.end)
    return { sentence, start: from + lead, phrase: sentence.slice(from + lead, end), rest, isOpen: /open/i.test(word) }
  })
}

const DAY = '(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?\\b'
const LATER = new RegExp(
  `^\\s*(?:again\\s+)?(?:(?:from|on|by|after)\\s+(?:next|tomorrow|midday|noon|\\d|${DAY})|next|tomorrow|soon|${DAY})`,
  'i',
)
const NOT_NOW = /\b(?:will|should|may|might|hope|expect|expected|plan|planned|likely|due|tomorrow|if|unless|until|once|when|was|were)\b/i
const NOT_SO = /\b(?:not|no|never|nothing|isn['’]t|aren['’]t|no longer)\s+(?:\S+\s+){0,2}\S+$|\bnot\s+(?:all|every\w*|fully)\b/i
const NO_TRAIL = /\b(?:car ?parks?|parking|toilets?|showers?|roads?|gates?|caf[eé]|kiosk|shops?|office|camp(?:ing|ground)|shuttles?)\b/i
const isJudged = ({ phrase, rest }: Claim) => ![NOT_NOW, NOT_SO, NO_TRAIL].some((words) => words.test(phrase)) && !LATER.test(rest)

const ALL =
  /\b(?:all(?! (?:day|night|week|year|season|riders|levels)\b)|every|everything|everywhere|fully|entire|entirely|completely|whole)\b/i
const ALL_AFTER = /^\s+(?:fully|everywhere|throughout|completely|entirely|end to end|top to bottom)\b/i
const NOT_ALL = /\b(?:others?|rest|remaining|else|some|most|nearly|almost|part|parts|partially|partly)\b/i
const EXCEPT = /\b(?:except|excluding|but|apart from|other than)\b/i
const isAboutAll = ({ phrase, rest }: Claim) => ALL.test(phrase) || ALL_AFTER.test(rest)

/** Ignores a name that is part of a longer one: "Icarus Link open" isn't about Icarus. */
function namedIn<T extends { name: string }>(text: string, trails: readonly T[]): T[] {
  let left = text
  const isNamed = (trail: T) => {
    const without = left.replace(namePattern(trail.name, 'giu'), '\n')
    const found = without !== left
    left = without
    return found
  }
  return trails.toSorted((a, b) => b.name.length - a.name.length).filter(isNamed)
}

const isAre = (isPlural: boolean) => (isPlural ? 'are' : 'is')
const lowerFirst = (text: string) => (/^Parts? of /.test(text) ? `p${text.slice(1)}` : text)

function factAbout(trails: readonly TrailState[]): string {
  const [worst] = exceptionsOf(trails, '')
  return worst ? `${lowerFirst(worst.subject)} ${isAre(worst.isPlural)} ${worst.state}` : 'the network is Partially Open'
}

type Facts = { status: 'Open' | 'Partially Open' | 'Closed'; trails: readonly TrailState[]; statements: NetworkStatements }

function factsOf(statements: NetworkStatements, now: Date): Facts {
  const { status, base } = networkOutcome(statements, now)
  return { status, statements, trails: trailsAt(statements, base, now) }
}

/** Null if the claim is right or can't be judged. */
function factAgainst(claim: Claim, { status, trails, statements: { closures } }: Facts): string | null {
  if (!isJudged(claim)) return null
  const { phrase, sentence, isOpen } = claim
  const named = namedIn(phrase, trails)
  if (isOpen) {
    if (NOT_ALL.test(phrase)) return null
    if (status === 'Closed') return 'all trails are closed'
    if (status === 'Open') return null
    if (!isAboutAll(claim)) {
      const closed = named.filter((trail) => trail.status === 'Closed')
      return closed.length > 0 ? factAbout(closed) : null
    }
    const affected = (named.length > 0 ? named : trails).filter((trail) => trail.status !== 'Open')
    if (affected.length === 0) return named.length > 0 ? null : factAbout([])
    const excepted = EXCEPT.test(sentence) ? namedIn(sentence, trails) : []
    const left = affected.filter((trail) => !excepted.includes(trail))
    return left.length > 0 ? factAbout(left) : null
  }
  const isPlanned = (id: string) => closures.some(({ trailId }) => trailId === id || trailId === null)
  const open = named.filter((trail) => trail.status === 'Open' && !isPlanned(trail.id))
  if (status !== 'Closed' && open.length > 0 && open.length === named.length)
    return open.length > 2 ? 'these trails are open' : `${listNames(open)} ${isAre(open.length > 1)} open`
  return status === 'Open' && named.length === 0 && closures.length === 0 ? 'all trails are open' : null
}

type Contradiction = { claim: Claim; fact: string }

const contradictionsIn = (message: string, facts: Facts): Contradiction[] =>
  sentencesOf(message)
    .flatMap(claimsIn)
    .flatMap((claim) => {
      const fact = factAgainst(claim, facts)
      return fact ? [{ claim, fact }] : []
    })

const upperFirst = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** For example "Greasy after rain." from "All trails open, greasy after rain." */
function remainderOf({ start, rest }: Claim): string {
  const remainder = start === 0 && !EXCEPT.test(rest) ? /^\s*[,;–—-]\s*(.+)$/s.exec(rest)?.[1] : undefined
  return remainder && [...remainder.matchAll(STATE)].length === 0 ? upperFirst(remainder) : ''
}

function correct(message: string, contradictions: readonly Contradiction[], facts: Facts): string | null {
  const { status, trails } = facts
  const remainder = sentencesOf(message)
    .map((sentence) => {
      const wrong = contradictions.find(({ claim }) => claim.sentence === sentence)
      return wrong ? remainderOf(wrong.claim) : sentence
    })
    .filter(Boolean)
    .join(' ')
  const missing = status === 'Partially Open' ? exceptionsOf(trails, remainder).filter(({ isCounted }) => !isCounted) : []
  const added = missing.map(({ subject, state, isPlural }) => `${subject} ${isAre(isPlural)} ${state}.`)
  const whole = status === 'Partially Open' || remainder !== '' ? [] : [`All trails are ${status.toLowerCase()}.`]
  const corrected = [...added, ...whole, remainder].filter(Boolean).join(' ')
  const isUseful = corrected !== '' && corrected.length <= MESSAGE_MAX_LENGTH
  return isUseful && contradictionsIn(corrected, facts).length === 0 ? corrected : null
}

const QUOTE_LENGTH = 60
/** For a single word such as "Closed", quotes the whole sentence so that readers can find it. */
function quote({ phrase, sentence }: Claim): string {
  if (!phrase.includes(' ') && sentence.length <= QUOTE_LENGTH) return sentence.replace(/[.!?]+$/, '')
  return phrase.length > QUOTE_LENGTH ? `…${phrase.slice(-QUOTE_LENGTH).replace(/^\S*\s/, '')}` : phrase
}

const statedOf = ({ word, trails, words, closures }: NetworkStatements) => [word, trails.map(({ id }) => words[id] ?? null), closures]

/** `before` is the network's previous status and message. */
export function checkMessage(statements: NetworkStatements, before: NetworkStatements | null, now: Date): MessageProblem | null {
  const { message } = statements
  const facts = factsOf(statements, now)
  const contradictions = contradictionsIn(message, facts)
  const [first] = contradictions
  if (first)
    return {
      isContradiction: true,
      text: `The message says “${quote(first.claim)}”, but ${first.fact}.`,
      suggestion: correct(message, contradictions, facts),
    }
  const isLeft = message !== '' && message === before?.message && !isSameValue(statedOf(statements), statedOf(before))
  return isLeft ? { isContradiction: false, text: UNCHANGED_MESSAGE, suggestion: null } : null
}
