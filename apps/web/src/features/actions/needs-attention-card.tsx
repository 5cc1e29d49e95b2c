import { styled } from '@mui/material/styles'
import { Link } from 'react-router'
import { actionsPath, isUrgent, URGENT } from '#parts/action-filter.ts'
import { useShownNetworks } from '#parts/network-conditions.ts'
import { useSignedIn } from '#parts/signed-in.ts'
import { Card, CardHeading, Muted } from '#ui/card.tsx'
import { colour, DESKTOP, font } from '#ui/theme.ts'
import { useActions } from './actions.ts'

const Frame = styled(Card)({
  '& h2': { padding: '14px 16px 12px' },
  '& > p': { padding: '0 16px 14px' },
  // Room for the counts until they are known.
  minHeight: 124,
})

const Counts = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  borderTop: `1px solid ${colour('line')}`,
  '& a': { padding: '10px 16px 12px', color: colour('text'), textDecoration: 'none', fontSize: 14, lineHeight: '20px' },
  '& a + a': { borderLeft: `1px solid ${colour('line')}` },
  '& b': { display: 'block', font: font('700 28px/36px') },
  '& [data-count="0"] b': { color: colour('text2') },
  '& [data-count]:not([data-count="0"]) b': { color: colour('statusClosedText') },
  [DESKTOP]: { '& a': { fontSize: 15 } },
})

/** On a manager's home: what waits for a decision, counted from what this device holds; each count leads to what it counts. */
export function NeedsAttentionCard() {
  const outstanding = useActions('outstanding', useSignedIn())
  const networks = useShownNetworks().filter(({ shape }) => shape === null || shape === 'Closed')
  const counts = [
    { count: outstanding?.filter(isUrgent).length, text: 'High or Extreme, not assigned', path: actionsPath('outstanding', URGENT) },
    {
      count: networks.length,
      text: networks.length === 1 ? 'network closed or not confirmed' : 'networks closed or not confirmed',
      path: '/management/updates',
    },
  ]
  return (
    <Frame aria-label="Needs attention">
      <CardHeading>Needs attention</CardHeading>
      {outstanding &&
        (counts.every(({ count }) => count === 0) ? (
          <Muted>Nothing is waiting.</Muted>
        ) : (
          <Counts>
            {counts.map(({ count, text, path }) => (
              <Link key={path} to={path} data-count={count}>
                <b>{count}</b> {text}
              </Link>
            ))}
          </Counts>
        ))}
    </Frame>
  )
}
