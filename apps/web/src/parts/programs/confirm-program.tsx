import type { IdentityProof } from '@trailwarden/api'
import type { ApiAnswer } from '#data/api.ts'
import { reasonOf } from '#parts/form/reason.ts'
import { IdentityDialog } from '#parts/person/identity-dialog.tsx'

type Props<T> = {
  send: string
  act: (proof: IdentityProof) => Promise<ApiAnswer<T>>
  onDone: (value: T) => void
  /** The server may confirm the person's identity and still reject the request as invalid. */
  onImpossible?: (why: string) => void
  onClose: () => void
}

export function ConfirmProgram<T>({ send, act, onDone, onImpossible, onClose }: Props<T>) {
  const attempt = async (proof: IdentityProof) => {
    const answer = await act(proof)
    if (answer.ok) onDone(answer.value)
    if (answer.ok) return answer
    if (answer.code === 'not-valid') onImpossible?.(answer.detail)
    return { ok: false as const, message: reasonOf(answer) }
  }
  return (
    <IdentityDialog
      title="Confirm it’s you"
      text="Every administrator gets an email about this."
      send={send}
      act={attempt}
      onClose={onClose}
    />
  )
}
