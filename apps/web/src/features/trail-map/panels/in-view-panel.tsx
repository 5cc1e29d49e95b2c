import { useState } from 'react'
import type { FeatureRef } from '#map/map-data.ts'
import { styled } from '#ui/styled.ts'
import { colour, font, rem } from '#ui/theme/theme.ts'
import { type Group, type Listed, useGroups } from './in-view.ts'
import { NamedList } from './named-list.tsx'
import { Panel } from './panel.tsx'

const Note = styled('p')({ padding: '0 16px 12px', fontSize: rem(14), lineHeight: rem(20), color: colour('text2') })
const Heading = styled('h3')({
  padding: '8px 16px',
  fontSize: rem(14),
  lineHeight: rem(18),
  fontWeight: 600,
  background: colour('surfaceAlt'),
  color: colour('text2'),
  borderTop: `1px solid ${colour('line')}`,
})
const More = styled('button')({
  width: '100%',
  minHeight: 48,
  border: 0,
  borderTop: `1px solid ${colour('line')}`,
  background: 'none',
  color: colour('link'),
  font: font('600 15px/20px'),
  cursor: 'pointer',
  outlineOffset: -4,
})

/** People use the search to find anything in a longer list. */
const AT_FIRST = 50

function Some({ group: { title, items }, onOpen }: { group: Group; onOpen: (feature: FeatureRef) => void }) {
  const [count, setCount] = useState(AT_FIRST)
  return (
    <>
      <Heading>
        {title} ({items.length})
      </Heading>
      <NamedList items={items.slice(0, count)} onOpen={onOpen} />
      {items.length > count && (
        <More type="button" onClick={() => setCount(count + AT_FIRST)}>
          Show {Math.min(AT_FIRST, items.length - count)} of {items.length - count} more
        </More>
      )}
    </>
  )
}

type Props = { listed: Listed; onOpen: (feature: FeatureRef) => void; onClose: () => void }

export function InViewPanel({ listed, onOpen, onClose }: Props) {
  const filled = useGroups(listed).filter(({ items }) => items.length > 0)
  return (
    <Panel
      title={listed.isMissing ? 'Map contents' : 'Trails in view'}
      side={listed.isMissing ? 'left' : 'right'}
      onClose={listed.isMissing ? undefined : onClose}
    >
      <Note role="status">
        {filled.length === 0
          ? 'Nothing from your selected layers is in view.'
          : listed.isMissing
            ? 'This list shows everything from your selected layers.'
            : 'This list updates as you move the map.'}
      </Note>
      {filled.map((group) => (
        <Some key={group.title} group={group} onOpen={onOpen} />
      ))}
    </Panel>
  )
}
