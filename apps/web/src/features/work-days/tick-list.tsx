import { styled } from '#ui/styled.ts'
import { colour, rem } from '#ui/theme/theme.ts'

const List = styled('ul')({
  maxHeight: 480,
  overflowY: 'auto',
  border: `1px solid ${colour('line')}`,
  borderRadius: 12,
  '& li + li': { borderTop: `1px solid ${colour('line')}` },
  '& label': {
    display: 'grid',
    gridTemplateColumns: '24px minmax(0, 1fr)',
    gap: 12,
    alignItems: 'center',
    minHeight: 52,
    padding: '6px 12px',
    cursor: 'pointer',
  },
  '& input': { width: 20, height: 20, margin: 0, accentColor: colour('primary') },
  '& b': { display: 'block', fontWeight: 600, overflowWrap: 'anywhere' },
  '& small': { fontSize: rem(14), color: colour('text2') },
})

type Item = { id: string; title: string; about?: string }
type Props = { items: readonly Item[]; ticked: readonly string[]; most: number; onToggle: (id: string) => void }

export const TickList = ({ items, ticked, most, onToggle }: Props) => (
  <List>
    {items.map(({ id, title, about }) => (
      <li key={id}>
        <label>
          <input
            type="checkbox"
            checked={ticked.includes(id)}
            disabled={!ticked.includes(id) && ticked.length >= most}
            onChange={() => onToggle(id)}
          />
          <span>
            <b>{title}</b>
            {about && <small>{about}</small>}
          </span>
        </label>
      </li>
    ))}
  </List>
)
