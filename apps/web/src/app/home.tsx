import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { usePageData } from '#data/page-data.ts'
import { TrailsInformation } from '#features/trail-status/trails-information.tsx'
import { Logo } from '#parts/logo.tsx'
import { Card, CardHeading, Muted, PaddedCard } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconBackpack, iconMobileVibrate, iconOpenInNew, iconSignpost, iconSpeed, iconSportsMotorsports } from '#ui/icons.ts'
import { colour, DESKTOP } from '#ui/theme.ts'
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
  '& > *': { position: 'relative' },
  '& h2': { font: '700 24px/30px "Inter Variable", Inter, Roboto, system-ui, sans-serif', letterSpacing: '-.01em' },
  '& p': theme.typography.body2,
  [DESKTOP]: { padding: '24px 32px 64px', '& h2': { fontSize: 32, lineHeight: '38px' }, '& p': theme.typography.body1 },
}))

const Content = styled('div')({
  position: 'relative',
  display: 'grid',
  gap: 16,
  padding: '0 16px 16px',
  marginTop: -36,
  [DESKTOP]: { padding: '0 24px 24px', gap: 24 },
})

const Columns = styled('div')({
  display: 'grid',
  gap: 16,
  [DESKTOP]: { gridTemplateColumns: 'repeat(auto-fit, minmax(320px, 1fr))', alignItems: 'start' },
})

const Tip = styled('li')(({ theme }) => ({
  display: 'flex',
  gap: 14,
  padding: '12px 16px',
  '& + &': { borderTop: `1px solid ${colour('line')}` },
  '& svg': { color: colour('link'), marginTop: 1 },
  '& h3': theme.typography.h3,
}))

const Social = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(96px, 1fr))',
  gap: 8,
  '& a': { padding: '0 4px', fontSize: 15, gap: 6 },
})

const TIPS = [
  { icon: iconSpeed, title: 'Stay in control and on track', text: 'Ride within your ability and keep to the marked trail.' },
  { icon: iconSportsMotorsports, title: 'Helmets are compulsory', text: 'On every trail, every ride.' },
  { icon: iconBackpack, title: 'Be prepared', text: 'Water, tools, a warm layer, first aid, and someone who knows your plan.' },
  { icon: iconSignpost, title: 'Use the emergency marker posts', text: 'There is one about every 1 km. Call 000 and read out its code.' },
  { icon: iconMobileVibrate, title: 'Keep your phone on', text: 'So that help can call you back.' },
]

export function Home() {
  const { site } = usePageData()
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
        <TrailsInformation />
        <Columns>
          <Card>
            <CardHeading>Staying Safe</CardHeading>
            <ul>
              {TIPS.map((tip) => (
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
          </PaddedCard>
        </Columns>
      </Content>
    </>
  )
}
