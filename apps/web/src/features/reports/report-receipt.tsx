import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router'
import { linkOf, type OwnReport, useOwnReport } from '#data/reporter.ts'
import { PlaceLines } from '#parts/place-lines.tsx'
import { thisDevice } from '#parts/sync-state.tsx'
import { useHasSignal } from '#platform/signal.ts'
import { Muted, PaddedCard } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconCheck, iconMobileCheck } from '#ui/screen-icons.ts'
import { useNamedScreen } from '#ui/screen-name.ts'
import { colour, DESKTOP, font } from '#ui/theme.ts'
import { toast } from '#ui/toasts.ts'

const Page = styled('div')({ display: 'grid', gap: 12, padding: 12, [DESKTOP]: { maxWidth: 560, margin: '0 auto', padding: 24 } })

const Head = styled(PaddedCard)(({ theme }) => ({
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
  '& h2': { ...theme.typography.h1 },
  '& output': { font: font('700 40px/44px'), fontFeatureSettings: "'tnum'" },
}))

const PrivateLink = styled(PaddedCard)({ '& b': { overflowWrap: 'anywhere' } })

const titleOf = (report: OwnReport | null | undefined) =>
  report?.isSent ? 'Report sent' : report?.refusal ? 'Report not taken' : 'Report saved'

/** What a report has become on this device, from saved to sent. */
export function ReportReceipt({ id }: { id: string }) {
  const report = useOwnReport(id)
  const isOnline = useHasSignal()
  const code = linkOf(id)
  useNamedScreen(titleOf(report))
  if (report === undefined) return null
  if (!report) return <Page>{<Muted>This report isn’t on this {thisDevice()} any more.</Muted>}</Page>
  const isWaiting = !report.isSent && !report.refusal
  const copy = () =>
    navigator.clipboard.writeText(`${location.origin}/r/${code}`).then(
      () => toast('success', 'Link copied'),
      () => toast('error', 'The link could not be copied.'),
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
            <Muted>The trail team has it. If you want to see what happens, follow it with this link.</Muted>
          </>
        )}
        {isWaiting && (
          <>
            <h2>{isOnline ? 'Sending your report' : `Saved on this ${thisDevice()}`}</h2>
            <Muted>
              {isOnline
                ? 'It is kept here until it is sent.'
                : 'Your report will be sent when there is signal. You’ll get its number then. You can ride on.'}
            </Muted>
          </>
        )}
        {report.refusal && (
          <>
            <h2>The report was not taken</h2>
            <Muted>{report.refusal}</Muted>
          </>
        )}
      </Head>
      <PaddedCard aria-label="What you reported">
        <b>{report.category}</b>
        <PlaceLines place={report.place} area={report.area} />
      </PaddedCard>
      {code && !report.refusal && (
        <PrivateLink aria-label="Your private link">
          <b>/r/{code}</b>
          <Muted>Your private link. Anyone with it can follow.</Muted>
          <Button variant="outlined" onClick={copy}>
            Copy the link
          </Button>
        </PrivateLink>
      )}
      {report.isSent && code && (
        <Button variant="contained" sx={{ minHeight: 56 }} component={Link} to={`/r/${code}`}>
          Follow this report
        </Button>
      )}
      {isWaiting && (
        <PaddedCard>
          <Muted>It sends by itself. Opening the app at the trail head makes it quicker.</Muted>
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
