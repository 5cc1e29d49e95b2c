/**
 * Stands in the build of the service worker, where the revision of cached pages is named. The server writes what the site's policy allows in
 * its place: pages are cached with their policy, and another one needs another copy.
 */
export const SITE_POLICY = '__SITE_POLICY__'
