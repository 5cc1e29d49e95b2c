/**
 * One rule on the table element styles everything. Styling each cell as a component would take more time per key press than finding the
 * rows.
 */
import { styled } from '@mui/material/styles'
import { colour, font, rem } from '#ui/theme/theme.ts'

export const ROW_PX = 52
export const GROUP_PX = 44
const TOP_BAR_PX = 64
/** All columns fit at 1280 px only with less space between the columns. */
export const ROOMY_PX = 1400

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

export const Table = styled('table')(({ theme }) => ({
  ...theme.typography.body2,
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontFeatureSettings: "'tnum'",
  '& th, & td': { padding: '0 12px', textAlign: 'left', verticalAlign: 'middle', ...oneLine },
  [`@media (max-width: ${ROOMY_PX - 1}px)`]: { '& th, & td': { padding: '0 8px' } },
  '& thead': { position: 'sticky', top: TOP_BAR_PX, zIndex: 1 },
  '& thead th, & thead td': {
    ...theme.typography.subtitle2,
    height: 48,
    color: colour('text2'),
    background: colour('surfaceAlt'),
    borderBottom: `1.5px solid ${colour('line')}`,
  },
  '& thead tr:not(:last-child) > *': { borderBottom: 0 },
  '& thead button': {
    ...theme.typography.subtitle2,
    display: 'inline-flex',
    alignItems: 'center',
    gap: 4,
    minHeight: 40,
    maxWidth: '100%',
    padding: '0 6px',
    marginLeft: -6,
    border: 0,
    borderRadius: 6,
    background: 'none',
    color: 'inherit',
    cursor: 'pointer',
    '&:focus-visible': { outlineOffset: -3 },
    '& svg': { visibility: 'hidden' },
    '&:hover svg': { visibility: 'visible' },
  },
  '& thead [aria-sort] svg': { visibility: 'visible' },
  '& thead [aria-sort=ascending] svg': { transform: 'rotate(180deg)' },
  '& thead input': {
    ...theme.typography.body2,
    width: '100%',
    height: 40,
    marginBottom: 8,
    padding: '0 10px',
    border: `1.5px solid ${colour('outline')}`,
    borderRadius: 8,
    background: colour('surface'),
    color: colour('text'),
    '&:focus-visible': { outlineOffset: -2 },
  },
  '& tbody th, & tbody td': { height: ROW_PX, borderBottom: `1px solid ${colour('line')}` },
  '& tbody tr:hover > *': { background: colour('primaryContainer') },
  '& tbody tr[data-row]': { cursor: 'pointer', scrollMarginTop: TOP_BAR_PX + 52, scrollMarginBottom: 90 },
  '& tbody tr[data-row]:focus-visible': { outlineOffset: -3 },
  '& tbody tr[aria-selected=true] > *, & tbody tr[aria-current] > *': { background: colour('primaryContainer') },
  '& tbody tr[aria-current] > :first-child': { boxShadow: `inset 4px 0 ${colour('primary')}` },
  '& .pick': { padding: 0 },
  '& thead input[type=checkbox], & tbody input[type=checkbox]': {
    width: 20,
    height: 20,
    margin: 0,
    accentColor: colour('primary'),
    cursor: 'pointer',
  },
  '& .pick label': { display: 'grid', placeItems: 'center', height: 44, cursor: 'pointer' },
  '& [data-part]': {
    ...theme.typography.body2,
    display: 'flex',
    alignItems: 'center',
    minHeight: 40,
    // The negative margin aligns the text with the heading.
    maxWidth: 'calc(100% + 16px)',
    margin: '0 -8px',
    padding: '0 7px',
    border: '1px solid transparent',
    borderRadius: 8,
    background: 'none',
    color: 'inherit',
    textAlign: 'left',
    cursor: 'pointer',
    ...oneLine,
    '&:focus-visible': { outlineOffset: -2 },
  },
  '& tr:hover [data-part], & tr[aria-current] [data-part], & [data-part]:focus-visible': {
    borderColor: colour('outline'),
    background: colour('surface'),
  },
  '& tbody th': { fontWeight: 600 },
  '& tbody tr.group > td': { height: GROUP_PX, padding: 0, background: colour('surfaceSunken') },
  '& tbody tr.gap, & tbody tr.gap > td': { height: 'auto', padding: 0, border: 0, background: 'none' },
  '& .title, & .detail': { display: 'block', lineHeight: rem(19), ...oneLine },
  '& .detail': { fontSize: rem(13), fontWeight: 400, color: colour('text2') },
  '& .struck .title': { textDecoration: 'line-through', textDecorationThickness: 1.5, color: colour('text2'), fontWeight: 500 },
  '& td > span': { verticalAlign: 'middle' },
  '& .late': { display: 'block', fontSize: rem(13), lineHeight: rem(19), fontWeight: 600, color: colour('warningText') },
  '& .empty': { color: colour('text2') },
  '& td a, & th a': { color: colour('link') },
  '& [data-type=icon-link]': { padding: '0 0 0 1px', overflow: 'visible' },
  '& thead [data-type=icon-link]': { paddingLeft: 12 },
  '& .icon-link': { display: 'grid', placeItems: 'center', width: 48, height: 48, borderRadius: 24, color: colour('text') },
  '& .icon-link:focus-visible': { outlineOffset: -3 },
  '& .icon-link svg': { width: 24, height: 24, fill: 'currentColor' },
  '& .led': { display: 'flex', alignItems: 'center', gap: 12 },
  '& .led > span:last-of-type': { minWidth: 0 },
  '& .person': { display: 'flex', alignItems: 'center', gap: 12 },
}))

export const GroupButton = styled('button')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  width: '100%',
  minHeight: GROUP_PX,
  padding: '0 12px',
  border: 0,
  background: 'none',
  color: colour('text'),
  font: font('700 14px/20px'),
  textAlign: 'left',
  cursor: 'pointer',
  '&:focus-visible': { outlineOffset: -3 },
  '&[aria-expanded=false] svg': { transform: 'rotate(-90deg)' },
  '& span': { fontWeight: 500, color: colour('text2') },
})
