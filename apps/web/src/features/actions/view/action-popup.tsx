import { placeLine } from '@trailwarden/domain'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { REFUSALS } from '#lib/messages/refusal.ts'
import type { SymbolName } from '#map/symbols.ts'
import { RatingLine } from '#parts/action/rating-tile.tsx'
import { symbolOfAction } from '#parts/map/action-symbol.ts'
import { Age } from '#parts/status/age.tsx'
import { SyncStateLine } from '#parts/sync/sync-state.tsx'
import { useSiteData } from '#parts/trail/site-data.ts'
import { Button } from '#ui/button.tsx'
import { Facts } from '#ui/facts.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChevronRight } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { useAction } from '../actions.ts'
import { StatusLine } from './action-status.tsx'

const Body = styled('div')({
  display: 'grid',
  gap: 8,
  padding: '0 16px 16px',
  '& > p': { display: 'flex', flexWrap: 'wrap', gap: '6px 18px' },
})

export type PopupFrame = (parts: {
  title: string
  detail: string
  symbol: SymbolName
  at: readonly [number, number] | null
  children: ReactNode
}) => ReactNode

export function ActionPopup({ id, frame }: { id: string; frame: PopupFrame }) {
  const action = useAction(id)
  const trails = useSiteData()?.index ?? null
  if (action === undefined) return null
  if (action === null) return frame({ title: 'Action', detail: REFUSALS['not-found'], symbol: 'action', at: null, children: null })
  const { place } = action
  return frame({
    title: action.description,
    detail: action.number ? `Action ${action.number}` : 'Action, not sent yet',
    symbol: symbolOfAction(action),
    at: place && [place.longitude, place.latitude],
    children: (
      <Body>
        <p>
          <RatingLine rating={action.rating} />
          <StatusLine status={action.status} />
          {action.state !== 'sent' && <SyncStateLine state={action.state} />}
        </p>
        <Facts>
          <div>
            <dt>ID</dt>
            <dd>{action.number || 'Assigned when sent'}</dd>
          </div>
          <div>
            <dt>Where</dt>
            <dd>{placeLine(trails, action)}</dd>
          </div>
          <div>
            <dt>Created</dt>
            <dd>
              <Age at={action.createdAt} />, {action.createdByName}
            </dd>
          </div>
        </Facts>
        <Button variant="contained" component={Link} to={`/actions/view/${id}`}>
          View this Action
          <Icon path={iconChevronRight} />
        </Button>
      </Body>
    ),
  })
}
