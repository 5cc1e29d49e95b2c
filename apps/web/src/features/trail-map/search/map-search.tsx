import { useState } from 'react'
import { IconButton } from '#ui/button.tsx'
import { Hint } from '#ui/feedback/hint.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconSearch } from '#ui/icons/tool-icons.ts'
import { part } from '#ui/part.tsx'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font } from '#ui/theme/theme.ts'

const SearchDialog = part(() => import('./map-search-dialog.tsx').then((m) => m.MapSearchDialog))

const OnPhone = styled('div')({ [DESKTOP]: { display: 'none' } })

const Box = styled('button')({
  display: 'none',
  [DESKTOP]: {
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    width: 340,
    minHeight: 48,
    padding: '0 16px',
    border: 0,
    borderRadius: 8,
    background: colour('topbarControl'),
    color: 'inherit',
    font: font('400 15px/20px'),
    textAlign: 'left',
    cursor: 'text',
  },
})

const LABEL = 'Trail, post or place'

/** Phones show an icon, and desktops a button that looks like a search field. */
export function MapSearchButton() {
  const [isOpen, setIsOpen] = useState(false)
  const open = () => setIsOpen(true)
  return (
    <>
      {/* Notices that were swiped off the map. */}
      <div id="top-bar-alert" />
      <OnPhone>
        <Hint text="Search the map">
          <IconButton aria-label="Search the map" aria-haspopup="dialog" onClick={open}>
            <Icon path={iconSearch} />
          </IconButton>
        </Hint>
      </OnPhone>
      <Box type="button" aria-haspopup="dialog" onClick={open}>
        <Icon path={iconSearch} />
        {LABEL}
      </Box>
      {isOpen && <SearchDialog label={LABEL} onClose={() => setIsOpen(false)} />}
    </>
  )
}
