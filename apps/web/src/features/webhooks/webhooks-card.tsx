import { useState } from 'react'
import { useAnswer } from '#data/use-answer.ts'
import { Loaded } from '#parts/page/loaded.tsx'
import { CardBody, CardTop } from '#parts/programs/program-card.ts'
import { SecretDialog } from '#parts/programs/secret-dialog.tsx'
import { useHasSignal } from '#platform/signal.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardHeading, Muted } from '#ui/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconAdd } from '#ui/icons/icons.ts'
import { AddWebhook } from './add-webhook.tsx'
import { WebhookRow } from './webhook-row.tsx'
import { askWebhooks } from './webhooks.ts'

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
          <Muted role="status">You’re offline</Muted>
        </CardBody>
      )}
      {webhooks?.length === 0 && (
        <CardBody>
          <Muted>No webhooks yet. Add one to notify another system when Actions or trail status change.</Muted>
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
          Copy this secret now. You won’t be able to see it again. The receiver uses it to verify messages.
        </SecretDialog>
      )}
    </Card>
  )
}
