import { DeclineReason, REPORT_ANSWER_MAX_LENGTH, type Report } from '@trailwarden/domain/report/report-kind'
import { useId, useState } from 'react'
import { useDevice } from '#data/device/device-session.ts'
import { useHasSignal } from '#platform/signal.ts'
import { Button } from '#ui/button.tsx'
import { Muted } from '#ui/card.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { WHOLE_PHONE } from '#ui/dialog/dialog-paper.ts'
import { TextAreaField } from '#ui/form/field.tsx'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font, rem, typography } from '#ui/theme/theme.ts'
import { decideReport } from './decide-report.ts'
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

const Reasons = styled('fieldset')({
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  '& legend': { ...typography.subtitle2, padding: 0, marginBottom: 6, fontSize: rem(14), lineHeight: rem(18) },
  '& > div': { border: `1px solid ${colour('outline')}`, borderRadius: 12, overflow: 'hidden' },
  '& label': { display: 'flex', alignItems: 'center', gap: 12, minHeight: 48, padding: '0 16px', cursor: 'pointer' },
  '& label + label': { borderTop: `1px solid ${colour('line')}` },
  '& label:has(:checked)': { background: colour('primaryContainer'), color: colour('onPrimaryContainer') },
  '& input': { flex: 'none', width: 22, height: 22, margin: 0, accentColor: colour('primary') },
})

const titleOf = (reason: DeclineReason) => (reason === 'Cannot find it' ? 'Can’t find it from this description' : reason)

const ANSWERS: Record<DeclineReason, string> = {
  'Already fixed': 'Thank you. This has already been fixed.',
  'Not on our trails': 'Thank you. This isn’t on one of our trails, so we can’t fix it.',
  'Not a hazard': 'Thank you. We’ve checked, and this is part of the trail’s design.',
  'Cannot find it':
    'Thank you. We couldn’t find it from this description. Please report it again with a photo or the code on the nearest emergency post.',
  'Not a genuine report': '',
}

type Props = { report: Report; isMuted: boolean; onClose: () => void; onDecided: () => void }

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
    const message = `Declined ${report.number}${isMute ? '. Its reporter is muted.' : ''}`
    if (await decideReport(device, report, { decline: { reason, answer } }, message, isMute)) onDecided()
  }
  return (
    <Dialog
      onClose={onClose}
      aria-labelledby={heading}
      slotProps={{ paper: { sx: { ...WHOLE_PHONE, [DESKTOP]: { height: 'auto', maxWidth: 600, margin: '24px', borderRadius: '16px' } } } }}
    >
      <Frame>
        <div>
          <h2 id={heading}>Decline this report?</h2>
          <Muted>It stays on record with your name and the reason, but it isn’t public.</Muted>
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
            label="Message to the reporter"
            help={`${report.contact ? 'Emailed to the reporter and shown' : 'Shown'} at their private link. Edit it if you like.`}
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
            {isAnswered ? 'Decline and notify the reporter' : 'Decline'}
          </Button>
        </footer>
      </Frame>
    </Dialog>
  )
}
