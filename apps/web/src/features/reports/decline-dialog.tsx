import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { styled } from '@mui/material/styles'
import { DeclineReason, REPORT_ANSWER_MAX_LENGTH, type Report, reportKind } from '@trailwarden/domain/report/report-kind'
import { reporterKind } from '@trailwarden/domain/report/reporter-kind'
import { useId, useState } from 'react'
import { useDevice } from '#data/device-session.ts'
import { saveRecord, storeRecord } from '#parts/save-record.ts'
import { useHasSignal } from '#platform/signal.ts'
import { Muted } from '#ui/card.tsx'
import { WHOLE_PHONE } from '#ui/dialog-paper.ts'
import { TextAreaField } from '#ui/field.tsx'
import { colour, DESKTOP, font } from '#ui/theme.ts'
import { toast } from '#ui/toasts.ts'
import { MuteSwitch } from './mute-reporter.tsx'

const Frame = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gridTemplateRows: 'auto auto auto auto 1fr auto',
  gap: 12,
  minHeight: '100%',
  padding: 16,
  color: colour('text'),
  '& h2': { font: font('700 20px/28px') },
  '& footer': {
    gridRow: 6,
    display: 'flex',
    gap: 8,
    justifyContent: 'end',
    '& .act': { flex: 1, minHeight: 56, whiteSpace: 'normal', lineHeight: 1.2 },
  },
  [DESKTOP]: { padding: 24, '& footer .act': { flex: 'none', minHeight: 48 } },
})

const Reasons = styled('fieldset')(({ theme }) => ({
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  '& legend': { ...theme.typography.subtitle2, padding: 0, marginBottom: 6, fontSize: 14 },
  '& > div': { border: `1px solid ${colour('outline')}`, borderRadius: 12, overflow: 'hidden' },
  '& label': { display: 'flex', alignItems: 'center', gap: 12, minHeight: 48, padding: '0 16px', cursor: 'pointer' },
  '& label + label': { borderTop: `1px solid ${colour('line')}` },
  '& label:has(:checked)': { background: colour('primaryContainer'), color: colour('onPrimaryContainer') },
  '& input': { flex: 'none', width: 22, height: 22, margin: 0, accentColor: colour('primary') },
}))

const titleOf = (reason: DeclineReason) => (reason === 'Cannot find it' ? 'Cannot find it from this description' : reason)

/** What the reporter reads, unless the manager writes something else. */
const ANSWERS: Record<DeclineReason, string> = {
  'Already fixed': 'Thank you. This has been fixed already.',
  'Not on our trails': 'Thank you. This place is not one of our trails, so we cannot work there.',
  'Not a hazard': 'Thank you. We looked at it: it is a part of the trail.',
  'Cannot find it': 'Thank you. We could not find it from this description. Please report it again with a photo or the nearest post.',
  'Not a genuine report': '',
}

const NOT_MUTED = 'The reporter could not be muted, and the report is not declined.'

type Props = { report: Report; isMuted: boolean; onClose: () => void; onDecided: () => void }

/** Why it is declined, what its reporter reads of it, and whether they are muted: the moment at which someone has seen enough. */
export function DeclineDialog({ report, isMuted, onClose, onDecided }: Props) {
  const device = useDevice()
  const isOnline = useHasSignal()
  const heading = useId()
  const name = useId()
  const [reason, setReason] = useState<DeclineReason | null>(null)
  const [answer, setAnswer] = useState('')
  const [isMute, setIsMute] = useState(false)
  const isAnswered = reason !== null && reason !== 'Not a genuine report'
  const decline = async () => {
    if (!reason) return
    // First, so that nothing is declined with a mute that was not saved.
    if (isMute && !(await storeRecord(device, reporterKind, report.createdBy, { muted: true })).ok) return toast('error', NOT_MUTED)
    const message = `Declined ${report.number}${isMute ? '. Its reporter is muted.' : ''}`
    if (await saveRecord(device, reportKind, 'edit', report.id, { decline: { reason, answer } }, { message })) onDecided()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={heading}
      slotProps={{ paper: { sx: { ...WHOLE_PHONE, [DESKTOP]: { height: 'auto', maxWidth: 600, margin: '24px', borderRadius: '16px' } } } }}
    >
      <Frame>
        <div>
          <h2 id={heading}>Decline this report?</h2>
          <Muted>It stays on record, hidden from the public, with your name and the reason.</Muted>
        </div>
        <Reasons>
          <legend>Reason</legend>
          <div>
            {DeclineReason.options.map((one) => (
              <label key={one}>
                <input
                  type="radio"
                  name={name}
                  checked={one === reason}
                  onChange={() => {
                    setReason(one)
                    setAnswer(ANSWERS[one])
                  }}
                />
                {titleOf(one)}
              </label>
            ))}
          </div>
        </Reasons>
        {isAnswered ? (
          <TextAreaField
            label="What the reporter will read"
            help={`${report.contact ? 'Goes by e-mail and stands' : 'Stands'} under the link of their report. Change the words if you like.`}
            rows={3}
            maxLength={REPORT_ANSWER_MAX_LENGTH}
            value={answer}
            onChange={({ target }) => setAnswer(target.value)}
          />
        ) : (
          <Muted>{reason && 'Nothing is sent to the reporter.'}</Muted>
        )}
        {!isMuted && <MuteSwitch checked={isMute} onSwitch={setIsMute} />}
        <footer>
          <Button onClick={onClose}>Cancel</Button>
          <Button className="act" variant="contained" disabled={!isOnline || !reason} onClick={decline}>
            {isAnswered ? 'Decline and tell the reporter' : 'Decline'}
          </Button>
        </footer>
      </Frame>
    </Dialog>
  )
}
