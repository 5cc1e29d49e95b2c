import { TrailsInformation } from '#features/trail-status/trails-information.tsx'
import { Boundary } from '#ui/part.tsx'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'
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

/** The page uses as little code as possible, because it is shown when the frame around all screens fails. */
export const CrashPage = () => (
  <Page>
    <a href="/emergency">Emergency</a>
    <CrashScreen />
    <Boundary>
      <TrailsInformation />
    </Boundary>
  </Page>
)
