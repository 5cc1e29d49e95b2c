import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { ADMINISTRATOR } from '@trailwarden/domain'
import { Link } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { useSession } from '#data/session.ts'
import { TrailsInformation } from '#features/trail-status/trails-information.tsx'
import { Logo } from '#parts/logo.tsx'
import { Card, CardHeading, Muted, PaddedCard } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import {
  iconBackpack,
  iconChevronRight,
  iconEmergency,
  iconMobileVibrate,
  iconOpenInNew,
  iconPersonAdd,
  iconReportFill,
  iconSignpost,
  iconSpeed,
  iconSportsMotorsports,
} from '#ui/icons.ts'
import { part } from '#ui/part.tsx'
import { colour, DESKTOP, font, WIDE } from '#ui/theme.ts'
import { Later } from '../shell/later.tsx'
import contours from './contours.svg?url'

const Hero = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 14,
  padding: '8px 20px 52px',
  background: colour('topbar'),
  color: colour('onTopbar'),
  '&::before': {
    content: '""',
    position: 'absolute',
    inset: 0,
    opacity: 0.3,
    background: `url(${contours}) center / cover`,
    maskImage: 'linear-gradient(#0000, #000 55%)',
  },
  '[data-theme=dark] &::before': { opacity: 0.16 },
  '& > *': { position: 'relative' },
  '& h2': { font: font('700 24px/30px'), letterSpacing: '-.01em' },
  '& p': theme.typography.body2,
  [DESKTOP]: {
    padding: '24px 32px 64px',
    '&::before': { maskImage: 'linear-gradient(90deg, #0000 26%, #000 62%)' },
    '& h2': { fontSize: 32, lineHeight: '38px' },
    '& p': theme.typography.body1,
  },
}))

const Content = styled('div')({
  position: 'relative',
  display: 'grid',
  gap: 16,
  padding: '0 16px 16px',
  marginTop: -36,
  [DESKTOP]: { padding: '0 24px 24px', gap: 24 },
})

// One column in the order of use; on a desktop each card sets its own grid area, and the last row takes what the longest leaves over.
const Columns = styled('div')({
  display: 'grid',
  gap: 16,
  [DESKTOP]: {
    gridTemplate: 'auto auto 1fr / repeat(2, minmax(0, 1fr))',
    alignItems: 'start',
    '& > div': { gridArea: '1 / 2 / span 3' },
  },
  [WIDE]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', '& > section:nth-of-type(2)': { gridArea: '1 / 3 / span 3' } },
})

// Cards that stand below each other wherever they stand.
const Stack = styled('div')({ display: 'grid', gap: 16 })

const Quick = styled('section')(({ theme }) => ({
  '& h2': { ...theme.typography.h2, margin: '4px 0 10px' },
  '& > div': { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))', gap: 12 },
  [DESKTOP]: {
    padding: 16,
    background: colour('surface'),
    border: `1px solid ${colour('line')}`,
    borderRadius: 12,
    '& h2': { margin: '0 0 12px' },
  },
}))

const QuickLink = styled(Link)({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 72,
  padding: '12px 14px',
  font: font('600 16px/20px'),
  color: colour('text'),
  textDecoration: 'none',
  background: colour('surface'),
  border: `1px solid ${colour('line')}`,
  borderRadius: 12,
  '& i': {
    display: 'grid',
    placeItems: 'center',
    flex: 'none',
    width: 44,
    height: 44,
    borderRadius: 12,
    background: colour('primaryContainer'),
    color: colour('onPrimaryContainer'),
  },
  '&[href$=emergency] i': { background: colour('emergencyContainer'), color: colour('emergencyText') },
})

const Tip = styled('li')(({ theme }) => ({
  display: 'flex',
  gap: 14,
  padding: '12px 16px',
  '& + &': { borderTop: `1px solid ${colour('line')}` },
  '& svg': { color: colour('link'), marginTop: 1 },
  '& h3': theme.typography.h3,
}))

const Lead = styled('div')({ display: 'grid', gap: 4 })

const Social = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(96px, 1fr))',
  gap: 8,
  '& a': { padding: '0 4px', fontSize: 15, gap: 6 },
})

const QUICK_LINKS = [
  { icon: iconEmergency, title: 'Emergency Info', path: '/information/emergency' },
  { icon: iconReportFill, title: 'Report A Problem', path: '/information/report-problem' },
]

const tips = (emergencyNumber: string) => [
  { icon: iconSpeed, title: 'Stay in control and on track', text: 'Ride within your ability and keep to the marked trail.' },
  { icon: iconSportsMotorsports, title: 'Helmets are compulsory', text: 'On every trail, every ride.' },
  { icon: iconBackpack, title: 'Be prepared', text: 'Water, tools, a warm layer, first aid, and someone who knows your plan.' },
  {
    icon: iconSignpost,
    title: 'Use the emergency posts',
    text: `There is one about every 1 km. Call ${emergencyNumber} and read out its code.`,
  },
  { icon: iconMobileVibrate, title: 'Keep your phone on', text: 'So that help can call you back.' },
]

// Depends on the device's database: loaded only for signed-in people.
const MyActionsCard = part(() => import('#features/actions/my-actions-card.tsx').then((m) => m.MyActionsCard))

const DownloadMapsPrompt = part(() => import('../shell/download-maps-prompt.tsx').then((m) => m.DownloadMapsPrompt))

export function Home() {
  const isVisitor = useSession() === null
  const { site } = usePageData()
  const role = useSession()?.role ?? 0
  return (
    <>
      <Hero>
        <Logo size={52} ink={colour('topbar')} />
        <div>
          <h2>{site.label}</h2>
          <p>{site.subtitle}</p>
        </div>
      </Hero>
      <Content>
        <TrailsInformation
          more={
            <Button component={Link} to="/information/trails-information">
              All trails
              <Icon path={iconChevronRight} />
            </Button>
          }
        />
        {role >= ADMINISTRATOR && <MyActionsCard />}
        <Columns>
          <Quick>
            <h2>Quick Links</h2>
            <div>
              {QUICK_LINKS.map((link) => (
                <QuickLink key={link.path} to={link.path}>
                  <i>
                    <Icon path={link.icon} />
                  </i>
                  {link.title}
                </QuickLink>
              ))}
            </div>
          </Quick>
          <Stack>
            <Card>
              <CardHeading>Staying Safe</CardHeading>
              <ul>
                {tips(site.emergencyNumber).map((tip) => (
                  <Tip key={tip.title}>
                    <Icon path={tip.icon} />
                    <div>
                      <h3>{tip.title}</h3>
                      <Muted>{tip.text}</Muted>
                    </div>
                  </Tip>
                ))}
              </ul>
            </Card>
            <Later>
              <DownloadMapsPrompt />
            </Later>
          </Stack>
          <PaddedCard>
            <CardHeading>Connect with trails</CardHeading>
            <Social>
              {site.socialLinks.map((link) => (
                <Button key={link.title} variant="outlined" href={link.url} target="_blank" rel="noopener noreferrer">
                  {link.title}
                  <Icon path={iconOpenInNew} size={18} />
                </Button>
              ))}
            </Social>
            <Button component={Link} to="/subscribe">
              Get alerts
            </Button>
          </PaddedCard>
          {isVisitor && (
            <PaddedCard>
              <Lead>
                <CardHeading>Request an Account</CardHeading>
                <Muted>For emergency services, commercial operators, volunteers, club members and other stakeholders.</Muted>
              </Lead>
              <Button variant="outlined" component={Link} to="/information/request-account">
                <Icon path={iconPersonAdd} />
                Request an Account
              </Button>
            </PaddedCard>
          )}
        </Columns>
      </Content>
    </>
  )
}
