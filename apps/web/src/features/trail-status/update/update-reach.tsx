import { changedNetworks } from '@trailwarden/domain'
import { SyncStateLine } from '#parts/sync/sync-state.tsx'
import { useHasSignal } from '#platform/signal.ts'
import { Card, CardHeading, Muted } from '#ui/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconHome } from '#ui/icons/icons.ts'
import { iconMail } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'
import type { SeenUpdate } from './updates.ts'

const Ways = styled('ul')({
  padding: '4px 0 12px',
  '& li': { display: 'flex', alignItems: 'center', gap: 12, minHeight: 40, padding: '4px 16px' },
  '& svg': { flex: 'none', color: colour('text2') },
})
const NotYet = styled('div')({ display: 'grid', justifyItems: 'start', gap: 8, padding: '8px 16px 16px' })

type Props = {
  update: SeenUpdate
  before: SeenUpdate | null | undefined
  isPast: boolean
}

function emailText(update: SeenUpdate, before: SeenUpdate | null): string {
  const { emailed } = update
  if (emailed) return `Emailed to ${emailed === 1 ? '1 person' : `${emailed} people`} who subscribed`
  if (changedNetworks(update, before).length === 0) return 'No emails sent because nothing changed'
  return 'No emails sent because no one has subscribed'
}

export function UpdateReach({ update, before, isPast }: Props) {
  const hasSignal = useHasSignal()
  const isKnown = update.emailed !== null && before !== undefined
  return (
    <Card aria-labelledby="update-reach">
      <CardHeading id="update-reach">Who received this update</CardHeading>
      {update.isPublic ? (
        <Ways>
          <li>
            <Icon path={iconHome} />
            {isPast ? 'Shown to everyone on Home' : 'Shown to everyone on Home, in the feeds and on websites that embed it'}
          </li>
          {isKnown && (
            <li>
              <Icon path={iconMail} />
              {emailText(update, before)}
            </li>
          )}
        </Ways>
      ) : (
        <NotYet>
          <Muted>No one yet. Riders still see the previous update.</Muted>
          <SyncStateLine state="local" {...(hasSignal ? { text: 'Sending' } : { long: true })} />
        </NotYet>
      )}
    </Card>
  )
}
