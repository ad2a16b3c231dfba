/** How many tests share one data block of evidence; the page and its script must agree. */
export const TESTS_PER_ISLAND = 200;
