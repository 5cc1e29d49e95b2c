import type { Report } from '@trailwarden/domain/report/report-kind'
import { Link } from 'react-router'
import { useDevice } from '#data/device/device-session.ts'
import { useRecord } from '#data/use-records.ts'
import { useHasSignal } from '#platform/signal.ts'
import { Button } from '#ui/button.tsx'
import { Muted, PaddedCard } from '#ui/card.tsx'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'
import { decideReport } from '../queue/decide-report.ts'

const Frame = styled(PaddedCard)({ '& a': { color: colour('link') }, '& p': { overflowWrap: 'anywhere' } })

export function AddedToReport({ report, addsTo, onDecided }: { report: Report; addsTo: string; onDecided: () => void }) {
  const device = useDevice()
  const isOnline = useHasSignal()
  const first = useRecord('report', addsTo)?.data
  if (!first) return null
  const { actionId, number, status, words } = first
  const merge = async (id: string, reopens: boolean) => {
    const message = reopens ? `Reopened ${number} and added this report` : `Added to ${number}`
    const patch = { merge: { actionId: id, ...(reopens && ({ reopens } as const)) } }
    if (await decideReport(device, report, patch, message)) onDecided()
  }
  return (
    <Frame aria-label={`Added to report ${number}`}>
      <h2>{report.isNotFixed ? `Report ${number} marked as not fixed` : `Added to report ${number}`}</h2>
      {words && <Muted>First reported: “{words}”</Muted>}
      {status === 'Received' && <Muted>Decide on {number} first. Then you can add this to its Action.</Muted>}
      {status === 'Declined' && <Muted>{number} was declined. Accept this as a separate Action, or decline it too.</Muted>}
      {actionId && <OfAction actionId={actionId} number={number} isOff={!isOnline} isNotFixed={report.isNotFixed} onMerge={merge} />}
    </Frame>
  )
}

type Props = { actionId: string; number: string; isOff: boolean; isNotFixed: boolean; onMerge: (id: string, reopens: boolean) => void }

function OfAction({ actionId, number, isOff, isNotFixed, onMerge }: Props) {
  const action = useRecord('action', actionId)?.data
  // An Action that was resolved long ago is no longer on the device. A merged Action counts as open, because work continues on the other
  // Action.
  const isResolved = action ? action.status === 'Resolved' && !action.mergedInto : isNotFixed
  return (
    <>
      <Muted>
        <Link to={`/actions/view/${actionId}`}>View Action {number}</Link>
        {isResolved && ' (Resolved)'}
      </Muted>
      <div>
        <Button variant="contained" disabled={isOff} onClick={() => onMerge(actionId, isResolved || isNotFixed)}>
          {isResolved ? `Reopen ${number} and add this report` : `Add to ${number}`}
        </Button>
      </div>
    </>
  )
}
