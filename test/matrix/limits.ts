/** One attempt may take this long; far above what an answer takes on a busy machine. */
export const requestTimeoutMs = 1_500;

/** One operation may take this long. */
export const deadlineMs = 8_000;

/** What a busy machine may add to a deadline. */
export const slackMs = 4_000;
