import { MANAGER } from '@trailwarden/domain'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { useHasOwnReports } from '#data/reports/has-own-reports.ts'
import { useWaitingToSend } from '#data/reports/reports-waiting.ts'
import { useSession } from '#data/session.ts'
import { TrailsInformation } from '#features/trail-status/trails-information.tsx'
import { isPromptOn, setPrompt } from '#platform/prompt-memory.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardHeading, Muted, PaddedCard } from '#ui/card.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import {
  iconBackpack,
  iconChevronRight,
  iconDownload,
  iconEmergency,
  iconMobileVibrate,
  iconNotifications,
  iconReportFill,
  iconSignpost,
  iconSpeed,
  iconSportsMotorsports,
} from '#ui/icons/icons.ts'
import { part } from '#ui/part.tsx'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font, rem, typography } from '#ui/theme/theme.ts'
import { reportPath } from '../navigation.ts'
import { Later } from '../shell/later.tsx'

// A phone has one column in order of use. The desktop has two columns: status beside the map, and people's own records beside the tips.
const Page = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 14,
  padding: '12px 16px 16px',
  '@media (max-width: 359px)': { padding: 12 },
  '& > section h2': { font: font('700 18px/24px') },
  // The whole picture, and the row below it.
  '& > [data-map]': { height: 'min(58.3vw + 42px, 330px)' },
  [DESKTOP]: {
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gridAutoFlow: 'dense',
    gap: 18,
    padding: '20px 24px',
    '& > *': { gridColumn: '1 / -1' },
    '& > [data-map]': { height: 'auto', minHeight: 370 },
    '&:has(> [data-map]) > :is([aria-labelledby=trails-information], [data-map]), & > [data-half]': { gridColumn: 'auto' },
    // The map stays beside the status, even if people's own records come before it on a phone.
    '& > [data-half], & > [aria-labelledby=staying-safe]': { order: 1 },
    '&:has(> [data-half=own]) > [aria-labelledby=staying-safe]': {
      gridColumn: 'auto',
      '& ul': { display: 'block' },
      '& li + li': { borderLeft: 0 },
    },
  },
})

const QuickLinks = styled('nav')({
  display: 'grid',
  gap: 6,
  '& h2': { padding: '0 2px', font: font('700 17px/24px') },
  // One column on the narrowest phones and with large text.
  '& > div': { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 9.5rem), 1fr))', gap: 10 },
  '& a': {
    display: 'grid',
    gridTemplateColumns: '44px minmax(0, 1fr)',
    alignItems: 'center',
    gap: 12,
    minHeight: 68,
    padding: '10px 12px',
    color: colour('text'),
    textDecoration: 'none',
    background: colour('surface'),
    border: `1px solid ${colour('line')}`,
    borderRadius: 12,
  },
  '& b': { display: 'block', font: font('600 16px/20px') },
  // A phone has no room for this text, except for the offer to download maps.
  '& p:not([data-offer=true]), & a > svg': { display: 'none' },
  '& a > svg': { color: colour('text2') },
  '& i': {
    display: 'grid',
    placeItems: 'center',
    height: 44,
    borderRadius: 12,
    background: colour('primaryContainer'),
    color: colour('onPrimaryContainer'),
  },
  '& [href$=emergency] i': { background: colour('emergencyContainer'), color: colour('emergencyText') },
  [DESKTOP]: {
    '& > div': { gap: 16 },
    '& b': { lineHeight: rem(21) },
    '& a': { gridTemplateColumns: '44px minmax(0, 1fr) 24px', minHeight: 80, padding: '10px 16px' },
    '& p:not([data-offer=true]), & a > svg': { display: 'block' },
  },
})

const Tips = styled('ul')({
  '& li': { display: 'flex', gap: 14, padding: '12px 16px' },
  '& li + li': { borderTop: `1px solid ${colour('line')}` },
  '& svg': { color: colour('link'), marginTop: 1 },
  '& h3': typography.h3,
  [DESKTOP]: {
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(0, 1fr)',
    '& li + li': { borderTop: 0, borderLeft: `1px solid ${colour('line')}` },
  },
})

const Lead = styled('div')({ display: 'grid', gap: 4 })

const Half = styled(PaddedCard)({ alignContent: 'start', '& > a': { whiteSpace: 'normal' } })

const Social = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(6rem, 1fr))',
  gap: 8,
  '& a': { padding: '0 4px', fontSize: rem(15) },
})

// The minimum height reserves space for cards that load later.
const Place = styled(Card)({ minHeight: 124 })

const tips = (emergencyNumber: string) => [
  { icon: iconSpeed, title: 'Stay in control and on track', text: 'Ride within your ability and keep to the marked trail.' },
  { icon: iconSportsMotorsports, title: 'Helmets are compulsory', text: 'On every trail, every ride.' },
  { icon: iconBackpack, title: 'Be prepared', text: 'Water, tools, a warm layer, first aid, and someone who knows your plan.' },
  {
    icon: iconSignpost,
    title: 'Use the emergency posts',
    text: `There’s one about every 1 km. Call ${emergencyNumber} and read out the code on the nearest one.`,
  },
  { icon: iconMobileVibrate, title: 'Keep your phone on', text: 'Emergency services may need to call you back.' },
]

const MapPreview = part(() => import('./map-preview.tsx').then((m) => m.MapPreview))

// These cards load only if the device's database has data for them.
const NeedsAttention = part(() => import('#features/actions/lists/needs-attention-card.tsx').then((m) => m.NeedsAttentionCard))
const HomeCards = part(() => import('./home-cards.tsx').then((m) => m.HomeCards))

/** `servedMap` is the server's markup of the map, which stays until the map's own file has loaded. */
export function Home({ servedMap = <Place data-map /> }: { servedMap?: ReactNode }) {
  const { site } = usePageData()
  const role = useSession()?.role ?? 0
  const isManager = role >= MANAGER
  const hasOwnReports = useHasOwnReports()
  const isWaiting = useWaitingToSend() > 0
  const ownRecords = (role > 0 || hasOwnReports) && <HomeCards role={role} />
  return (
    <Page>
      {isManager && <NeedsAttention fallback={<Place />} />}
      <TrailsInformation
        pathTo={(id) => `/trails?network=${id}`}
        more={
          <>
            {isManager && (
              <Button variant="contained" component={Link} to="/updates/add">
                Post an update
              </Button>
            )}
            {isManager && (
              <Button component={Link} to="/notices/add">
                Post a notice
              </Button>
            )}
            <Button component={Link} to="/trails">
              All trails
              <Icon path={iconChevronRight} />
            </Button>
          </>
        }
      />
      {role === 0 && isWaiting && ownRecords}
      <Links role={role} />
      {role > 0 && ownRecords}
      {site.homePictures && (
        <Later place={servedMap}>
          <MapPreview fallback={servedMap} pictures={site.homePictures} />
        </Later>
      )}
      {role === 0 && !isWaiting && ownRecords}
      <Card aria-labelledby="staying-safe">
        <CardHeading id="staying-safe">Staying Safe</CardHeading>
        <Tips>
          {tips(site.emergencyNumber).map((tip) => (
            <li key={tip.title}>
              <Icon path={tip.icon} />
              <div>
                <h3>{tip.title}</h3>
                <Muted>{tip.text}</Muted>
              </div>
            </li>
          ))}
        </Tips>
      </Card>
      <Half data-half>
        <CardHeading>Connect with trails</CardHeading>
        <Social>
          {site.socialLinks.map((link) => (
            <Button key={link.title} variant="outlined" component="a" href={link.url} target="_blank" rel="noopener noreferrer">
              {link.title}
            </Button>
          ))}
        </Social>
      </Half>
      {role === 0 && (
        <Half data-half>
          <Lead>
            <CardHeading>Need an account?</CardHeading>
            <Muted>Accounts are for emergency services, operators, clubs and volunteers.</Muted>
          </Lead>
          <Button variant="outlined" component={Link} to="/information/request-account">
            Request an Account
          </Button>
        </Half>
      )}
    </Page>
  )
}

function Links({ role }: { role: number }) {
  const { site } = usePageData()
  // The offer stays until someone has followed the link once.
  const [isOffered] = useState(() => isPromptOn('download-maps-prompt'))
  const hasMaps = site.offlineMaps.length > 0 && site.baseMaps.some(({ offlineAllowed }) => offlineAllowed)
  const links = [
    {
      icon: iconEmergency,
      title: 'Emergency Info',
      text: `What to do and what to tell ${site.emergencyNumber}`,
      path: '/information/emergency',
    },
    {
      icon: iconReportFill,
      title: 'Report A Problem',
      text: role === 0 ? 'No account needed' : 'Tell the trail team',
      path: reportPath(role),
    },
    { icon: iconNotifications, title: 'Get alerts', text: 'When a trail closes or reopens', path: '/alerts' },
    hasMaps && {
      icon: iconDownload,
      title: 'Offline maps',
      text: isOffered ? 'Get maps' : 'For riding without signal',
      path: '/offline',
      isOffered,
      follow: () => setPrompt('download-maps-prompt', false),
    },
  ].filter((link) => link !== false)
  return (
    <QuickLinks aria-labelledby="quick-links">
      <h2 id="quick-links">Quick Links</h2>
      <div>
        {links.map(({ icon, title, text, path, isOffered, follow }) => (
          <Link key={path} to={path} onClick={follow}>
            <i>
              <Icon path={icon} />
            </i>
            <div>
              <b>{title}</b>
              <Muted data-offer={isOffered}>{text}</Muted>
            </div>
            <Icon path={iconChevronRight} />
          </Link>
        ))}
      </div>
    </QuickLinks>
  )
}
