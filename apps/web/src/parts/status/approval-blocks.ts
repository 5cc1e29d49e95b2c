import { ApprovalBlocks } from '@trailwarden/api'
import { type ApiAnswer, callApi } from '#data/api.ts'
import { useAnswer } from '#data/use-answer.ts'
import { useNow } from '#platform/clock.ts'

type Blocks = ApiAnswer<{ blocks: readonly { personId: string; reason: string; until: string }[] }>

const askBlocks = (): Promise<Blocks> => callApi('GET', '/api/me/approval-blocks', ApprovalBlocks)
const askNothing = async (): Promise<Blocks> => ({ ok: true, value: { blocks: [] } })

/** Null means that the person can approve. Offline, the reason isn't known, but the server refuses such an approval anyway. */
export function useApprovalBlock(authorIds: readonly string[]): string | null {
  const { answer } = useAnswer(authorIds.length > 0 ? askBlocks : askNothing)
  const now = useNow()
  const blocks = answer?.ok ? answer.value.blocks : []
  return blocks.find(({ personId, until }) => authorIds.includes(personId) && Date.parse(until) > now.getTime())?.reason ?? null
}
