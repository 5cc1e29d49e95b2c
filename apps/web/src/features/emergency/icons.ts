/**
 * Icons of the emergency screens, drawn as lines of a 24 px grid. They look like those of ui/icons, whose outlines are several times as
 * long, and this page must load with few bytes.
 */
export const iconWay = 'M15 4a1.4 1.4 0 1 1-2.8 0 1.4 1.4 0 0 1 2.8 0M7 12V9.5L12.5 8l2 3.2 3.5 1.3M12 9l-1 5 3.2 2.6V21M11 14 8.5 21'
export const iconPlace = 'M12 2v3M12 19v3M2 12h3M19 12h3M19 12a7 7 0 1 1-14 0 7 7 0 0 1 14 0M14.5 12a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0'
export const iconCode = 'M4 20v-4L15.5 4.5l4 4L8 20zM13 7l4 4'
export const iconResponders = 'M12 3l7 2.6v5.4c0 5-3 8.4-7 10-4-1.6-7-5-7-10V5.6zM12 8.5v6.5M8.8 11.7h6.5'
export const iconCopy = 'M9 3h10.5v14H9zM15.5 21h-11V7'
export const iconNoPlace = 'M12 2v3M12 19v3M2 12h3M19 12h3M8.5 6a7 7 0 0 1 9.5 9.5M15.5 18a7 7 0 0 1-9.5-9.5M3 3l18 18'
export const iconClose = 'M6 6l12 12M18 6 6 18'
export const iconWarning = 'M12 4l9.5 16h-19zM12 10v4.5M12 17.3v.1'
/** Filled (styles/emergency.css). */
export const iconDone = 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M10.8 16.6l-4-4 1.4-1.4 2.6 2.6 5-5 1.4 1.4z'
export const iconCall =
  'M6.6 3h3.6l1.3 4.6-2.6 2.1a14 14 0 0 0 5.4 5.4l2.1-2.6 4.6 1.3v3.6A3.2 3.2 0 0 1 17.4 21 15.4 15.4 0 0 1 3 6.6 3.2 3.2 0 0 1 6.6 3z'
