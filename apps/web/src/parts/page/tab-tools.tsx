import { createContext, type ReactNode, useContext, useState } from 'react'
import { createPortal } from 'react-dom'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP } from '#ui/theme/theme.ts'

const Row = styled('div')({
  background: colour('surface'),
  borderBottom: `1px solid ${colour('line')}`,
  [DESKTOP]: { display: 'flex', alignItems: 'center', '& > nav': { flex: 'none' } },
})

const Place = styled('div')({
  display: 'none',
  [DESKTOP]: { flex: 1, display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 8, minWidth: 0, paddingRight: 24 },
})

const PlaceContext = createContext<HTMLElement | null>(null)

/** Shows the tabs of a page, and on desktops beside them the tools of the open tab. */
export function TabRow({ tabs, children }: { tabs: ReactNode; children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return (
    <PlaceContext value={place}>
      <Row>
        {tabs}
        <Place ref={setPlace} />
      </Row>
      {children}
    </PlaceContext>
  )
}

export function TabTools({ children }: { children: ReactNode }) {
  const place = useContext(PlaceContext)
  return place && createPortal(children, place)
}
