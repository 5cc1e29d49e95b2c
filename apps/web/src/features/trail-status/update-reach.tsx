import { styled } from '@mui/material/styles'
import { changedNetworks } from '@trailwarden/domain'
import { SyncStateLine } from '#parts/sync-state.tsx'
import { useHasSignal } from '#platform/signal.ts'
import { Card, CardHeading, Muted } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconHome } from '#ui/icons.ts'
import { iconMail } from '#ui/screen-icons.ts'
import { colour } from '#ui/theme.ts'
import type { SeenUpdate } from './updates.ts'

const Ways = styled('ul')({
  padding: '4px 0 12px',
  '& li': { display: 'flex', alignItems: 'center', gap: 12, minHeight: 40, padding: '4px 16px' },
  '& svg': { flex: 'none', color: colour('text2') },
})
const NotYet = styled('div')({ display: 'grid', justifyItems: 'start', gap: 8, padding: '8px 16px 16px' })

type Props = {
  update: SeenUpdate
  /** The update that was public before it; null when there was none, undefined until it is known. */
  before: SeenUpdate | null | undefined
  /** Another one has been posted since. */
  isPast: boolean
}

function emailText(update: SeenUpdate, before: SeenUpdate | null): string {
  const { emailed } = update
  if (emailed) return `Emailed to ${emailed === 1 ? '1 person' : `${emailed} people`} who asked for it`
  if (changedNetworks(update, before).length === 0) return 'No emails, because nothing has changed'
  return 'No emails, because nobody has asked for them'
}

/** Who knows of an update: the end of posting it, and what its author wants to be sure of. */
export function UpdateReach({ update, before, isPast }: Props) {
  const hasSignal = useHasSignal()
  const isKnown = update.emailed !== null && before !== undefined
  return (
    <Card aria-labelledby="update-reach">
      <CardHeading id="update-reach">Who was told</CardHeading>
      {update.isPublic ? (
        <Ways>
          <li>
            <Icon path={iconHome} />
            {isPast ? 'Everyone could read it on Home' : 'Everyone reads it on Home, in the feeds and on websites that show it'}
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
          <Muted>Nobody yet. Everyone still reads the update before it.</Muted>
          <SyncStateLine state="local" {...(hasSignal ? { text: 'Sending' } : { long: true })} />
        </NotYet>
      )}
    </Card>
  )
}
