import type { ApiKey, KeyMade } from '@trailwarden/api'
import { useState } from 'react'
import { useAnswer } from '#data/use-answer.ts'
import { Loaded } from '#parts/page/loaded.tsx'
import { ConfirmProgram } from '#parts/programs/confirm-program.tsx'
import { CardBody, CardTop } from '#parts/programs/program-card.ts'
import { SecretDialog } from '#parts/programs/secret-dialog.tsx'
import { useHasSignal } from '#platform/signal.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardHeading, Muted } from '#ui/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconAdd } from '#ui/icons/icons.ts'
import { ApiKeys } from './key-list.tsx'
import { askKeys, revokeKey, takeOverKey } from './keys.ts'
import { MakeKey } from './make-key.tsx'

export function KeysCard() {
  const hasSignal = useHasSignal()
  const asked = useAnswer(askKeys)
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<KeyMade | null>(null)
  const [taken, setTaken] = useState<ApiKey | null>(null)
  const revoke = async ({ id, name }: ApiKey) => {
    await revokeKey(id, name)
    asked.askAgain()
  }
  return (
    <Card aria-labelledby="keys">
      <CardTop>
        <CardHeading id="keys">Keys</CardHeading>
        <Button variant="outlined" disabled={!hasSignal || !asked.answer?.ok} onClick={() => setIsMaking(true)}>
          <Icon path={iconAdd} size={20} />
          Create API key
        </Button>
      </CardTop>
      {asked.answer?.ok && !hasSignal && (
        <CardBody>
          <Muted role="status">You’re offline</Muted>
        </CardBody>
      )}
      {asked.answer?.ok ? (
        <ApiKeys keys={asked.answer.value.keys} isReady={hasSignal} onRevoke={(key) => void revoke(key)} onTakeOver={setTaken} />
      ) : (
        <CardBody>
          <Loaded what="The keys" asked={asked}>
            {() => null}
          </Loaded>
        </CardBody>
      )}
      {isMaking && (
        <MakeKey
          onClose={() => setIsMaking(false)}
          onMade={(one) => {
            setIsMaking(false)
            setMade(one)
            asked.askAgain()
          }}
        />
      )}
      {taken && (
        <ConfirmProgram
          send="Take over"
          act={(proof) => takeOverKey(taken.id, proof)}
          onDone={() => {
            setTaken(null)
            asked.askAgain()
          }}
          onClose={() => setTaken(null)}
        />
      )}
      {made && (
        <SecretDialog title={made.key.name} secret={made.secret} onClose={() => setMade(null)}>
          Copy this key now. You won’t be able to see it again.
        </SecretDialog>
      )}
    </Card>
  )
}
