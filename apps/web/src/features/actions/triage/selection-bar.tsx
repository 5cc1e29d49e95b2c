import { Link } from 'react-router'
import { RatingTile } from '#parts/action/rating-tile.tsx'
import { iconTaskAlt } from '#parts/record/record-icons.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconChecklist, iconPerson } from '#ui/icons/icons.ts'
import { iconClose } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font, rem, SHADOW_FLOATING } from '#ui/theme/theme.ts'
import { iconMerge } from './triage-icons.ts'
import type { Asked } from './use-triage.ts'

// The bar temporarily floats over the list, so it is dark in both themes.
const Bar = styled('section')({
  position: 'fixed',
  zIndex: 1100,
  left: 0,
  right: 0,
  bottom: 0,
  display: 'grid',
  gridTemplateColumns: '1fr auto',
  gap: 8,
  padding: '12px max(16px, env(safe-area-inset-right)) max(14px, env(safe-area-inset-bottom)) max(16px, env(safe-area-inset-left))',
  background: '#10212A',
  color: '#fff',
  boxShadow: SHADOW_FLOATING,
  '& p': { alignSelf: 'center', font: font('600 15px/20px'), whiteSpace: 'nowrap' },
  '& div': { gridColumn: '1 / -1', gridRow: 2, display: 'grid', gridTemplateColumns: 'repeat(5, minmax(0, 1fr))', gap: 8 },
  '& button, & a': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 8,
    minHeight: 48,
    padding: '0 10px',
    border: 0,
    borderRadius: 8,
    background: 'none',
    color: 'inherit',
    font: font('600 14px/20px'),
    whiteSpace: 'nowrap',
    textDecoration: 'none',
    cursor: 'pointer',
    '&:hover': { background: 'rgba(255,255,255,.14)' },
    '&:disabled': { color: '#9FB0B8', cursor: 'default', background: 'none' },
    '&:focus-visible': { outlineColor: '#fff', outlineOffset: -3 },
  },
  '& div button, & div a': {
    flexDirection: 'column',
    gap: 2,
    minHeight: 56,
    padding: '4px 2px',
    textAlign: 'center',
    whiteSpace: 'normal',
    lineHeight: rem(16),
    background: 'rgba(255,255,255,.1)',
  },
  '& .long': { display: 'none' },
  [DESKTOP]: {
    left: 'calc(100px + 50%)',
    right: 'auto',
    bottom: 24,
    transform: 'translateX(-50%)',
    display: 'flex',
    alignItems: 'center',
    padding: '4px 8px 4px 16px',
    borderRadius: 12,
    border: `1px solid ${colour('line')}`,
    '& div': { display: 'flex', gap: 4 },
    '& div button, & div a': { flexDirection: 'row', gap: 8, minHeight: 48, whiteSpace: 'nowrap', padding: '0 12px', background: 'none' },
    '& .long': { display: 'inline' },
    '& .short': { display: 'none' },
    'html:has([data-panel]) &': { left: 'calc(50% - 104px)' },
  },
})

type Props = { chosen: readonly { id: string }[]; onAsk: (what: Asked['what'], anchor: Element) => void; onClear: () => void }

export function SelectionBar({ chosen, onAsk, onClear }: Props) {
  const count = chosen.length
  return (
    <Bar aria-label="Selected Actions" data-foot-bar="record" data-selected>
      <p role="status">{count} selected</p>
      <div>
        <button type="button" aria-haspopup="menu" data-what="assign" onClick={({ currentTarget }) => onAsk('assign', currentTarget)}>
          <Icon path={iconPerson} size={20} />
          Assign
        </button>
        <button type="button" aria-haspopup="menu" data-what="rate" onClick={({ currentTarget }) => onAsk('rate', currentTarget)}>
          <RatingTile rating="Unrated" size={20} />
          Rate
        </button>
        <button type="button" aria-haspopup="dialog" data-what="resolve" onClick={({ currentTarget }) => onAsk('resolve', currentTarget)}>
          <Icon path={iconTaskAlt} size={20} />
          Resolve
        </button>
        <button
          type="button"
          aria-haspopup="dialog"
          disabled={count < 2}
          data-what="merge"
          onClick={({ currentTarget }) => onAsk('merge', currentTarget)}
        >
          <Icon path={iconMerge} size={20} />
          <span>
            Merge <span className="long">duplicates</span>
          </span>
        </button>
        <Link to={`/work-days/add?actions=${chosen.map(({ id }) => id).join()}`}>
          <Icon path={iconChecklist} size={20} />
          <span className="short">Work day</span>
          <span className="long">Add to work day</span>
        </Link>
      </div>
      <button type="button" aria-label="Clear the selection" onClick={onClear}>
        <Icon path={iconClose} size={20} />
      </button>
    </Bar>
  )
}
