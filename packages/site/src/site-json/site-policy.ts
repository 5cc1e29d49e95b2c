/**
 * The server replaces this placeholder in the service worker with the sources that the site's policy allows. Pages are cached with their
 * policy, so a new policy requires new copies.
 */
export const SITE_POLICY = '__SITE_POLICY__'
