import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { Action } from '@trailwarden/domain'
import { type Report, reportKind } from '@trailwarden/domain/report/report-kind'
import { Link } from 'react-router'
import { useDevice } from '#data/device-session.ts'
import { useRecord } from '#data/use-records.ts'
import { saveRecord } from '#parts/save-record.ts'
import { useHasSignal } from '#platform/signal.ts'
import { Muted, PaddedCard } from '#ui/card.tsx'
import { colour } from '#ui/theme.ts'

const Frame = styled(PaddedCard)({ '& a': { color: colour('link') }, '& p': { overflowWrap: 'anywhere' } })

/** Of what was added to a report: which one, what became of that, and the one tap by which its Action gets it. */
export function AddedToReport({ report, addsTo, onDecided }: { report: Report; addsTo: string; onDecided: () => void }) {
  const device = useDevice()
  const isOnline = useHasSignal()
  // Safe: documents of this kind are reports.
  const first = useRecord('report', addsTo)?.data as Report | undefined
  if (!first) return null
  const { actionId, number, status, words } = first
  const merge = async (id: string, reopens: boolean) => {
    const message = reopens ? `Reopened ${number} with it` : `Added to ${number}`
    const patch = { merge: { actionId: id, ...(reopens && ({ reopens } as const)) } }
    if (await saveRecord(device, reportKind, 'edit', report.id, patch, { message })) onDecided()
  }
  return (
    <Frame aria-label={`Added to report ${number}`}>
      <h2>{report.isNotFixed ? `Not fixed: report ${number}` : `Added to report ${number}`}</h2>
      {words && <Muted>First reported: “{words}”</Muted>}
      {status === 'Received' && <Muted>Decide about {number} first. This can be added to its Action then.</Muted>}
      {status === 'Declined' && <Muted>{number} was declined. Accept this as an Action of its own, or decline it too.</Muted>}
      {actionId && <OfAction actionId={actionId} number={number} isOff={!isOnline} isNotFixed={report.isNotFixed} onMerge={merge} />}
    </Frame>
  )
}

type Props = { actionId: string; number: string; isOff: boolean; isNotFixed: boolean; onMerge: (id: string, reopens: boolean) => void }

function OfAction({ actionId, number, isOff, isNotFixed, onMerge }: Props) {
  const action = useRecord('action', actionId)?.data as Action | undefined
  // One that was resolved long ago is not on the device any more; one that was merged goes on as the action that stays.
  const isResolved = action ? action.status === 'Resolved' && !action.mergedInto : isNotFixed
  return (
    <>
      <Muted>
        <Link to={`/actions/view/${actionId}`}>Open Action {number}</Link>
        {isResolved && ', which is resolved'}
      </Muted>
      <div>
        <Button variant="contained" disabled={isOff} onClick={() => onMerge(actionId, isResolved || isNotFixed)}>
          {isResolved ? `Reopen ${number} with it` : `Add to ${number}`}
        </Button>
      </div>
    </>
  )
}
