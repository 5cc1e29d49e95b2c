import { Link } from 'react-router'
import { actionsPath, isUrgent, URGENT } from '#parts/action/action-filter.ts'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { useShownNetworks } from '#parts/status/network-conditions.ts'
import { Card, CardHeading, Muted } from '#ui/card.tsx'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font, rem } from '#ui/theme/theme.ts'
import { useActions } from '../actions.ts'

const Frame = styled(Card)({
  '& h2': { padding: '14px 16px 12px' },
  '& > p': { padding: '0 16px 14px' },
  // The minimum height reserves space until the counts are known.
  minHeight: 124,
})

const Counts = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  borderTop: `1px solid ${colour('line')}`,
  '& a': { padding: '10px 16px 12px', color: colour('text'), textDecoration: 'none', fontSize: rem(14), lineHeight: rem(20) },
  '& a + a': { borderLeft: `1px solid ${colour('line')}` },
  '& b': { display: 'block', font: font('700 28px/36px') },
  '& [data-count="0"] b': { color: colour('text2') },
  '& [data-count]:not([data-count="0"]) b': { color: colour('statusClosedText') },
  [DESKTOP]: { '& a': { fontSize: rem(15) } },
})

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
          <Muted>Nothing needs attention.</Muted>
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
