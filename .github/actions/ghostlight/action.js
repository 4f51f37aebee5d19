// Runs start.sh, and stop.sh when the job ends: only JavaScript actions have such a `post` step.
const { spawnSync } = require('node:child_process');
const { appendFileSync } = require('node:fs');
const { join } = require('node:path');

const isPost = process.env.STATE_isPost === 'true';
if (!isPost) appendFileSync(process.env.GITHUB_STATE, 'isPost=true\n');
const { status, error } = spawnSync('bash', [join(__dirname, isPost ? 'stop.sh' : 'start.sh')], {
  stdio: 'inherit', cwd: isPost ? undefined : process.env['INPUT_WORKING-DIRECTORY'],
});
if (error) console.error(error.message);
process.exitCode = status ?? 1;
