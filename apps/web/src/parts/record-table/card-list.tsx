import type { ReactNode } from 'react'
import { Icon } from '#ui/icons/icon.tsx'
import { iconKeyboardArrowDown } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'
import type { LinesProps } from './desktop-table.tsx'
import { GroupButton } from './table-styles.ts'
import { formatCount, type Line } from './table-view.ts'
import { useLineWindow } from './window-lines.ts'

const HEADING_PX = 48
/** Most cards have about three lines. The estimate applies until a card has been measured. */
const CARD_PX = 96

// The space below a card is part of its line, so that the measured height is the full height.
const List = styled('ul')({
  '& > li[data-line]': { paddingBottom: 8 },
  '& > li.group': { paddingBottom: 0 },
  '&[data-joined] > li.row': {
    padding: 0,
    background: colour('surface'),
    border: `1px solid ${colour('line')}`,
    borderTopWidth: 0,
    overflow: 'hidden',
  },
  '&[data-joined] > li.starts': { borderTopWidth: 1, borderRadius: '12px 12px 0 0' },
  '&[data-joined] > li.ends': { borderRadius: '0 0 12px 12px' },
  '&[data-joined] > li.starts.ends': { borderRadius: 12 },
  '& .struck .title': { textDecoration: 'line-through', textDecorationThickness: 1.5, color: colour('text2'), fontWeight: 500 },
})

const heightOf = ({ kind }: { kind: 'group' | 'row' }) => (kind === 'group' ? HEADING_PX : CARD_PX)

type Props<Row> = LinesProps<Row> & { title: string; joined: boolean; card(row: Row): ReactNode }

export function CardList<Row>({ lines, title, joined, card, isStruck, onToggle }: Props<Row>) {
  const { listRef, first, end, beforePx, afterPx } = useLineWindow<HTMLUListElement, Line<Row>>(lines, heightOf)
  const classOf = (i: number, row: Row) => {
    const names = ['row']
    if (lines[i - 1]?.kind !== 'row') names.push('starts')
    if (lines[i + 1]?.kind !== 'row') names.push('ends')
    if (isStruck?.(row)) names.push('struck')
    return names.join(' ')
  }
  return (
    <List ref={listRef} aria-label={title} {...(joined && { 'data-joined': true })}>
      {beforePx > 0 && <li aria-hidden="true" style={{ height: beforePx }} />}
      {lines.slice(first, end).map((line, i) => {
        // Only some of the cards are in the document, so screen readers need each card's position and the total.
        const attributes = { 'data-line': line.key, 'aria-setsize': lines.length, 'aria-posinset': first + i + 1 }
        return line.kind === 'group' ? (
          <li key={line.key} {...attributes} className="group">
            <GroupButton type="button" aria-expanded={line.expanded} onClick={() => onToggle(line.title)}>
              <Icon path={iconKeyboardArrowDown} />
              {line.title} <span>{formatCount(line.count)}</span>
            </GroupButton>
          </li>
        ) : (
          <li key={line.key} {...attributes} className={classOf(first + i, line.row)}>
            {card(line.row)}
          </li>
        )
      })}
      {afterPx > 0 && <li aria-hidden="true" style={{ height: afterPx }} />}
    </List>
  )
}
