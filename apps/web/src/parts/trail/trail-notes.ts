/** The survey separates its additions with this heading, which means nothing to riders. */
const HEADING = /^additional notes:?$/i
/** Sentences about customers are for shuttle operators and guides. */
const FOR_OPERATORS = /\b(customers?|clients?)\b/i

export type TrailNotes = { description: readonly string[]; forOperators: readonly string[] }

/** Riders read the description, which therefore never addresses operators. */
export function splitNotes(notes: string | null): TrailNotes {
  const paragraphs = (notes ?? '').split(/\n\s*\n/).map((text) => text.trim())
  const sentences = paragraphs.filter((text) => text && !HEADING.test(text)).map((text) => text.split(/(?<=[.!?])\s+/))
  const pick = (isForOperators: boolean) =>
    sentences.flatMap((all) => all.filter((one) => FOR_OPERATORS.test(one) === isForOperators).join(' ') || [])
  return { description: pick(false), forOperators: pick(true) }
}
