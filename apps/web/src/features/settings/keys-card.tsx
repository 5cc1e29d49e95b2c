import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { ApiKey, KeyMade } from '@trailwarden/api'
import { useState } from 'react'
import { useAnswer } from '#data/use-answer.ts'
import { useHasSignal } from '#platform/signal.ts'
import { Card, CardHeading, Muted } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconAdd } from '#ui/icons.ts'
import { ApiKeys } from './key-list.tsx'
import { askKeys, revokeKey } from './keys.ts'
import { Loaded } from './loaded.tsx'
import { MakeKey } from './make-key.tsx'
import { SecretDialog } from './secret-dialog.tsx'

export const CardTop = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  padding: '14px 16px',
  '& h2': { padding: 0 },
})
export const CardBody = styled('div')({ padding: '0 16px 16px' })

/** Keys for other programs: made, listed, revoked. */
export function KeysCard() {
  const hasSignal = useHasSignal()
  const asked = useAnswer(askKeys)
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<KeyMade | null>(null)
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
          Make a key
        </Button>
      </CardTop>
      {asked.answer?.ok && !hasSignal && (
        <CardBody>
          <Muted role="status">Needs a connection</Muted>
        </CardBody>
      )}
      {asked.answer?.ok ? (
        <ApiKeys keys={asked.answer.value.keys} isReady={hasSignal} onRevoke={(key) => void revoke(key)} />
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
      {made && (
        <SecretDialog title={made.key.name} secret={made.secret} onClose={() => setMade(null)}>
          This key is shown only now. Store it in the program that will use it, or in a password manager.
        </SecretDialog>
      )}
    </Card>
  )
}
