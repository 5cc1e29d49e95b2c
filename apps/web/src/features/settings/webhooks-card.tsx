import Button from '@mui/material/Button'
import { useState } from 'react'
import { useAnswer } from '#data/use-answer.ts'
import { useHasSignal } from '#platform/signal.ts'
import { Card, CardHeading, Muted } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconAdd } from '#ui/icons.ts'
import { AddWebhook } from './add-webhook.tsx'
import { CardBody, CardTop } from './keys-card.tsx'
import { Loaded } from './loaded.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookRow } from './webhook-row.tsx'
import { askWebhooks } from './webhooks.ts'

/** Webhooks: added, tested, followed, paused and removed. */
export function WebhooksCard() {
  const hasSignal = useHasSignal()
  const asked = useAnswer(askWebhooks)
  const [isAdding, setIsAdding] = useState(false)
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null)
  const webhooks = asked.answer?.ok ? asked.answer.value.webhooks : null
  return (
    <Card aria-labelledby="webhooks">
      <CardTop>
        <CardHeading id="webhooks">Webhooks</CardHeading>
        <Button variant="outlined" disabled={!hasSignal || !webhooks} onClick={() => setIsAdding(true)}>
          <Icon path={iconAdd} size={20} />
          Add a webhook
        </Button>
      </CardTop>
      {webhooks === null && (
        <CardBody>
          <Loaded what="The webhooks" asked={asked}>
            {() => null}
          </Loaded>
        </CardBody>
      )}
      {webhooks && !hasSignal && (
        <CardBody>
          <Muted role="status">Needs a connection</Muted>
        </CardBody>
      )}
      {webhooks?.length === 0 && (
        <CardBody>
          <Muted>There are no webhooks. With one, another system is told of actions or status as they happen.</Muted>
        </CardBody>
      )}
      {webhooks && webhooks.length > 0 && (
        <ul aria-label="Webhooks">
          {webhooks.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              isReady={hasSignal}
              onSecret={(secret) => setMade({ name: webhook.name, secret })}
              onChange={asked.askAgain}
            />
          ))}
        </ul>
      )}
      {isAdding && (
        <AddWebhook
          onClose={() => setIsAdding(false)}
          onMade={({ webhook, secret }) => {
            setIsAdding(false)
            setMade({ name: webhook.name, secret })
            asked.askAgain()
          }}
        />
      )}
      {made && (
        <SecretDialog title={made.name} secret={made.secret} onClose={() => setMade(null)}>
          This secret is shown only now. The receiver checks with it that messages came from you.
        </SecretDialog>
      )}
    </Card>
  )
}
