// The script of action.yml: measures and comments, or comments on what another job measured.
import { measure } from './measure.mjs';
import { publish } from './publish.mjs';

process.exitCode = process.env.WHICHTOOL_REPORT ? await publish() : await measure();
