import { Link } from 'react-router'
import { Button } from '#ui/button.tsx'
import { styled } from '#ui/styled.ts'
import { font } from '#ui/theme/theme.ts'

const Middle = styled('div')({
  display: 'grid',
  justifyItems: 'center',
  gap: 16,
  padding: '48px 16px',
  textAlign: 'center',
  '& h2': { font: font('700 20px/28px') },
})

export const NoTrailData = ({ onTryAgain }: { onTryAgain: () => void }) => (
  <Middle>
    <h2>The trails didn’t load</h2>
    <p>Once loaded, they’ll be available offline.</p>
    <Button variant="contained" onClick={onTryAgain}>
      Try again
    </Button>
  </Middle>
)

export const UnknownTrail = () => (
  <Middle>
    <h2>We couldn’t find this trail</h2>
    <Button component={Link} to="/trails" variant="contained">
      All trails
    </Button>
  </Middle>
)
