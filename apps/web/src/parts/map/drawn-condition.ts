import type { Condition } from '#map/layers/palette.ts'

/** `from` and `to` are the codes of a section's first and last post. Null means the start or finish of the trail. */
export type TrailCondition = {
  condition: Condition
  sections: readonly { from: string | null; to: string | null; condition: 'closed' | 'partial' }[]
}

export type DrawnCondition = { condition: Condition; parts: { from: number; to: number; condition: 'closed' | 'partial' }[] }

/**
 * Only an open trail with a single line can have parts with another condition. If the posts of a section aren't known, the whole trail is
 * Partially Open.
 */
export function drawnCondition(
  { condition, sections }: TrailCondition,
  shares: ReadonlyMap<string, number>,
  lineCount: number,
): DrawnCondition {
  if (sections.length === 0) return { condition, parts: [] }
  const parts = sections.flatMap(({ from, to, condition: of }) => {
    const ends = [from === null ? 0 : shares.get(from), to === null ? 1 : shares.get(to)]
    const [start, end] = ends.flatMap((end) => end ?? []).sort((a, b) => a - b)
    return start !== undefined && end !== undefined && start < end ? [{ from: start, to: end, condition: of }] : []
  })
  if (parts.length === sections.length && lineCount === 1) return { condition: 'open', parts }
  return { condition: condition === 'open' ? 'partial' : condition, parts: [] }
}
