import { styled } from '@mui/material/styles'
import type { Site } from '@trailwarden/site'
import { useState } from 'react'
import { Link } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { MAP_MESSAGES } from '#lib/messages/map.ts'
import { Icon } from '#ui/icon.tsx'
import { iconChevronRight, iconMap } from '#ui/icons.ts'
import { colour, DESKTOP, font, SHADOW_FLOATING } from '#ui/theme.ts'

const Frame = styled(Link)({
  position: 'relative',
  display: 'grid',
  gridTemplateRows: 'minmax(0, 1fr) auto',
  height: 224,
  overflow: 'hidden',
  color: colour('link'),
  textDecoration: 'none',
  background: colour('surface'),
  border: `1px solid ${colour('line')}`,
  borderRadius: 12,
  '& img': {
    width: '100%',
    height: '100%',
    minHeight: 0,
    objectFit: 'cover',
  },
  '& [data-dark], [data-theme=dark] & [data-light]': { display: 'none' },
  '[data-theme=dark] & [data-dark]': { display: 'block' },
  '& > b': { display: 'grid', gridTemplateColumns: 'auto 1fr auto', alignItems: 'center', gap: 12, minHeight: 48, padding: '0 16px' },
  [DESKTOP]: {
    height: 'auto',
    minHeight: 340,
    gridTemplateRows: 'minmax(0, 1fr)',
    '& img': { position: 'absolute', inset: 0 },
    '& > b': {
      position: 'absolute',
      left: 12,
      bottom: 12,
      borderRadius: 24,
      background: colour('surface'),
      boxShadow: SHADOW_FLOATING,
      '& svg:last-child': { display: 'none' },
    },
  },
})

const Chip = styled('span')({
  position: 'absolute',
  top: 10,
  left: '50%',
  transform: 'translateX(-50%)',
  padding: '4px 10px',
  borderRadius: 16,
  font: font('600 12px/18px'),
  whiteSpace: 'nowrap',
  background: colour('warningContainer'),
  color: colour('onWarningContainer'),
})

const Credit = styled('small')({
  position: 'absolute',
  right: 0,
  bottom: 48,
  padding: '1px 6px',
  fontSize: 11,
  lineHeight: '16px',
  background: colour('surface'),
  color: colour('text2'),
  [DESKTOP]: { bottom: 0 },
})

/** The network from afar, as a picture that was made ahead: home does without the map's engine. A picture that does not come is left out. */
export function MapPreview({ pictures }: { pictures: NonNullable<Site['homePictures']> }) {
  const { site } = usePageData()
  const [hasFailed, setHasFailed] = useState(false)
  const picture = (theme: 'light' | 'dark') => (
    <img src={pictures[theme]} alt="" loading="lazy" {...{ [`data-${theme}`]: true }} onError={() => setHasFailed(true)} />
  )
  return (
    <Frame to="/map" data-map>
      {!hasFailed && (
        <>
          {picture('light')}
          {picture('dark')}
          {site.sample && <Chip>{MAP_MESSAGES.sample}</Chip>}
          <Credit>{pictures.attribution}</Credit>
        </>
      )}
      <b>
        <Icon path={iconMap} />
        Open map
        <Icon path={iconChevronRight} />
      </b>
    </Frame>
  )
}
