/** On paper only the page: none of the frame around it, and dark on white whatever the theme. Rules of `@media print`. */
export const PRINTED_PAGE = {
  'header, footer, nav, [role=status], [data-print=no]': { display: 'none !important' },
  'body, body *': { color: '#000 !important', background: 'none !important' },
  ':has(> #main)': { margin: '0 !important', padding: '0 !important' },
} as const
