import { Link } from 'react-router'
import { type OwnReport, useOwnReport } from '#data/reports/reporter.ts'
import { PlaceLines } from '#parts/place/place-lines.tsx'
import { thisDevice } from '#parts/sync/sync-state.tsx'
import { useHasSignal } from '#platform/signal.ts'
import { Button } from '#ui/button.tsx'
import { Muted, PaddedCard } from '#ui/card.tsx'
import { toast } from '#ui/feedback/toasts.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconCheck, iconMobileCheck } from '#ui/icons/screen-icons.ts'
import { useNamedScreen } from '#ui/screen-name.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font, typography } from '#ui/theme/theme.ts'
import { whyReportRefused } from '../queue/why-report-refused.ts'

const Page = styled('div')({ display: 'grid', gap: 12, padding: 12, [DESKTOP]: { maxWidth: 560, margin: '0 auto', padding: 24 } })

const Head = styled(PaddedCard)({
  justifyItems: 'center',
  textAlign: 'center',
  padding: '28px 20px',
  '& i': {
    display: 'grid',
    placeItems: 'center',
    width: 72,
    height: 72,
    borderRadius: 36,
    background: colour('primaryContainer'),
    color: colour('onPrimaryContainer'),
    '&.sent': { background: colour('successContainer'), color: colour('onSuccessContainer') },
  },
  '& h2': { ...typography.h1 },
  '& output': { font: font('700 40px/44px'), fontFeatureSettings: "'tnum'" },
})

const PrivateLink = styled(PaddedCard)({ '& b': { overflowWrap: 'anywhere' } })

const titleOf = (report: OwnReport | null | undefined) =>
  report?.isSent ? 'Report sent' : report?.refusal ? 'Report not accepted' : 'Report saved'

export function ReportReceipt({ id }: { id: string }) {
  const report = useOwnReport(id)
  const isOnline = useHasSignal()
  useNamedScreen(titleOf(report))
  if (report === undefined) return null
  if (!report) return <Page>{<Muted>This report is no longer on this {thisDevice()}.</Muted>}</Page>
  const { code } = report
  const isWaiting = !report.isSent && !report.refusal
  const copy = () =>
    navigator.clipboard.writeText(`${location.origin}/r/${code}`).then(
      () => toast('success', 'Link copied'),
      () => toast('error', 'Couldn’t copy the link.'),
    )
  return (
    <Page>
      <Head aria-live="polite">
        <i className={report.isSent ? 'sent' : undefined}>
          <Icon path={isWaiting ? iconMobileCheck : iconCheck} size={36} />
        </i>
        {report.isSent && (
          <>
            <h2>Thank you. Report sent.</h2>
            <Muted>Report number</Muted>
            <output>{report.number}</output>
            <Muted>The trail team has received it. Use the link below to check progress.</Muted>
          </>
        )}
        {isWaiting && (
          <>
            <h2>{isOnline ? 'Sending your report' : `Saved on this ${thisDevice()}`}</h2>
            <Muted>
              {isOnline
                ? `It’s saved on this ${thisDevice()} until it’s sent.`
                : 'Your report will be sent when you have signal. You’ll get its number then. You can keep riding.'}
            </Muted>
          </>
        )}
        {report.refusal && (
          <>
            <h2>We couldn’t accept this report</h2>
            <Muted>{whyReportRefused(report.refusal)}</Muted>
          </>
        )}
      </Head>
      <PaddedCard aria-label="What you reported">
        <b>{report.category}</b>
        <PlaceLines place={report.place} area={report.area} />
      </PaddedCard>
      {!report.refusal && (
        <PrivateLink aria-label="Your private link">
          <b>/r/{code}</b>
          <Muted>Your private link. Anyone who has it can see this report.</Muted>
          <Button variant="outlined" onClick={copy}>
            Copy the link
          </Button>
        </PrivateLink>
      )}
      {report.isSent && (
        <Button variant="contained" sx={{ minHeight: 56 }} component={Link} to={`/r/${code}`}>
          Follow this report
        </Button>
      )}
      {isWaiting && (
        <PaddedCard>
          <Muted>Your report will be sent automatically. To send it sooner, open the app when you’re back at the trailhead.</Muted>
        </PaddedCard>
      )}
      <Button variant={isWaiting ? 'contained' : 'text'} sx={{ minHeight: 56 }} component={Link} to="/">
        Done
      </Button>
      <Button component={Link} to="/report">
        Report another
      </Button>
    </Page>
  )
}
