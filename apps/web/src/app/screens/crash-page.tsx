import { styled } from '@mui/material/styles'
import { TrailsInformation } from '#features/trail-status/trails-information.tsx'
import { Boundary } from '#ui/part.tsx'
import { colour } from '#ui/theme.ts'
import { CrashScreen } from './crash-screen.tsx'

const Page = styled('main')({
  maxWidth: 560,
  margin: '0 auto',
  padding: 16,
  '& > a': {
    display: 'block',
    padding: 18,
    borderRadius: 12,
    fontWeight: 700,
    textAlign: 'center',
    textDecoration: 'none',
    background: colour('emergency'),
    color: colour('onEmergency'),
  },
})

/** When the frame around all screens has failed: what people must not be without, and as little code as that takes. */
export const CrashPage = () => (
  <Page>
    <a href="/emergency">Emergency</a>
    <CrashScreen />
    <Boundary>
      <TrailsInformation />
    </Boundary>
  </Page>
)
