import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { isTaken, type Webhook } from '@trailwarden/api'
import { useCallback, useId } from 'react'
import { usePageData } from '#data/page-data.ts'
import { useAnswer } from '#data/use-answer.ts'
import { formatExact } from '#lib/dates.ts'
import { Loaded } from '#parts/page/loaded.tsx'
import { Button } from '#ui/button.tsx'
import { Muted } from '#ui/card.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconCheckCircleFill, iconWarningFill } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'
import { askTries, outcomeOf } from './webhooks.ts'

const List = styled('ul')({
  '& li': { display: 'flex', gap: 12, padding: '8px 0' },
  '& li + li': { borderTop: `1px solid ${colour('line')}` },
  '& li > svg': { flex: 'none', color: colour('warningText') },
  '& li[data-taken] > svg': { color: colour('successText') },
  '& b': { fontWeight: 600 },
})

export function WebhookTryList({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const heading = useId()
  const { timeZone } = usePageData().site
  const asked = useAnswer(useCallback(() => askTries(webhook.id), [webhook.id]))
  return (
    <Dialog onClose={onClose} aria-labelledby={heading} slotProps={{ paper: { sx: { borderRadius: '20px', width: 520, m: 2 } } }}>
      <DialogTitle id={heading} variant="h2" sx={{ p: '24px 24px 8px' }}>
        Delivery log for {webhook.name}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Loaded what="The delivery log" asked={asked}>
          {({ tries }) =>
            tries.length === 0 ? (
              <Muted>Nothing sent yet.</Muted>
            ) : (
              <List aria-label="Delivery log">
                {tries.map((one, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the list is loaded once, and two attempts may have the same time
                  <li key={index} {...(isTaken(one) && { 'data-taken': true })}>
                    <Icon path={isTaken(one) ? iconCheckCircleFill : iconWarningFill} size={20} />
                    <div>
                      <b>{outcomeOf(one)}</b>
                      <Muted>
                        {formatExact(new Date(one.at), timeZone)}, {one.type}
                      </Muted>
                    </div>
                  </li>
                ))}
              </List>
            )
          }
        </Loaded>
        <Button onClick={onClose}>Close</Button>
      </DialogContent>
    </Dialog>
  )
}
