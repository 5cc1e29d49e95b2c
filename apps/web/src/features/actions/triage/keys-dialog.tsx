import { Link } from 'react-router'
import { areSingleKeysOn } from '#platform/single-keys.ts'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { styled } from '#ui/styled.ts'
import { colour, rem } from '#ui/theme/theme.ts'
import { Key } from './pick-menu.tsx'

const List = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  gap: '8px 16px',
  margin: '0 0 16px',
  color: colour('text'),
  '& dd': { margin: 0 },
  '& dt': { display: 'flex', gap: 4 },
})

const KEYS: readonly [readonly string[], string][] = [
  [['j', 'k'], 'next or previous Action'],
  [['Enter'], 'open the Action beside the list; press again to move to it'],
  [['Esc'], 'close the Action; press again to clear the selection'],
  [['x'], 'select'],
  [['Shift', 'x'], 'select all from the last selected one'],
  [['a'], 'assign'],
  [['r'], 'rate, then 0 to 4'],
  [['e'], 'resolve'],
  [['m'], 'move an Action on the board: use the left and right arrows, then press Enter'],
  [['/'], 'search'],
  [['g', 'o'], 'go to the overview (press one after the other)'],
  [['g', 'a'], 'go back to the Actions'],
  [['?'], 'show these shortcuts'],
]

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <ConfirmDialog title="Keyboard shortcuts" cancel={{ title: 'Close', act: onClose }} onClose={onClose}>
      <List>
        {KEYS.map(([keys, text]) => (
          <div key={text} style={{ display: 'contents' }}>
            <dt>
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </List>
      Shortcuts work outside text fields. You can turn them off under{' '}
      <Link to="/account/settings" onClick={onClose}>
        Account &gt; Settings
      </Link>
      .
    </ConfirmDialog>
  )
}

const Line = styled('p')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 16px',
  padding: '0 24px 24px',
  fontSize: rem(13),
  color: colour('text2'),
  '& span': { display: 'inline-flex', gap: 4 },
  '& button': { padding: '4px 0', border: 0, background: 'none', font: 'inherit', color: colour('link'), cursor: 'pointer' },
})

const SHORT: readonly [readonly string[], string][] = [
  [['j', 'k'], 'move'],
  [['Enter'], 'open'],
]
const SHORT_TRIAGE: readonly [readonly string[], string][] = [
  [['x'], 'select'],
  [['a'], 'assign'],
  [['r'], 'rate'],
  [['e'], 'resolve'],
]

export function KeyLine({ mayTriage, onAll }: { mayTriage: boolean; onAll: () => void }) {
  if (!areSingleKeysOn()) return null
  return (
    <Line>
      {[...SHORT, ...(mayTriage ? SHORT_TRIAGE : [])].map(([keys, text]) => (
        <span key={text}>
          {keys.map((key) => (
            <Key key={key}>{key}</Key>
          ))}
          {text}
        </span>
      ))}
      <button type="button" onClick={onAll}>
        <Key>?</Key> all keys
      </button>
    </Line>
  )
}
