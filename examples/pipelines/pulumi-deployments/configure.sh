#!/usr/bin/env bash
# Sets up Pulumi Deployments for one stack. Run it again after a change: each setting is written anew.
# It needs `pulumi login` to Pulumi Cloud, and the variables that the README names.
set -euo pipefail

: "${STACK:?Set STACK, such as my-org/identity/production}"
: "${REPOSITORY:?Set REPOSITORY, such as my-org/identity}"
: "${IDM_BASE_URL:?Set IDM_BASE_URL, such as https://tenant.example.com/api/v2}"
: "${IDM_CLIENT_ID:?Set IDM_CLIENT_ID}"
: "${KEY_FILE:?Set KEY_FILE, the path of the private key}"

# A preview of a pull request runs its code with the credentials of `up`. PULL_REQUESTS=no switches previews off.
previews=true
if [ "${PULL_REQUESTS:-yes}" = no ]; then previews=false; fi

settings=(
  --stack "$STACK"
  # A preview for each pull request, with its result as a comment. `up` for each push to the branch.
  --github-repo "$REPOSITORY" --branch main "--preview-prs=$previews" --push-to-deploy
  # Pulumi Cloud runs one deployment of a stack at a time. Of several that wait, only the newest is run.
  --skip-intermediate-deployments
  --executor-image pulumi/pulumi-nodejs-22:3.259.0
  --env "IDM_BASE_URL=$IDM_BASE_URL"
  --env "IDM_CLIENT_ID=$IDM_CLIENT_ID"
  # Pulumi Cloud encrypts it. The CLI takes it as an argument only, which others on this machine can see.
  --secret-env "IDM_PRIVATE_KEY=$(cat "$KEY_FILE")"
)
if [ -n "${IDM_KEY_ID:-}" ]; then settings+=(--env "IDM_KEY_ID=$IDM_KEY_ID"); fi
pulumi deployment settings edit "${settings[@]}"

# Looks for drift each day at 05:17 UTC. It changes nothing.
if [ "${1:-}" != --without-schedule ]; then
  pulumi stack schedule new --stack "$STACK" --kind drift --cron '17 5 * * *' --yes
fi
