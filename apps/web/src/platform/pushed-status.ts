/** Where the service worker stores the trail status that came with the last push. */
export const PUSHED_STATUS = 'pushed-status'
