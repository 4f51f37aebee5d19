/// Secrets that are recognized by their form, wherever they occur.
///
/// - Source: the public rules of gitleaks 8.30.1 (`config/gitleaks.toml`) and secretlint 13.0.4
///   (`packages/@secretlint/secretlint-rule-…`). Each row names its rule. The minimum length is
///   that of the rule; the maximum is well above the longest known secret.
enum KnownForms {
  static let table: [KnownForm] = cloud + code + money + messages + others

  private static let cloud: [KnownForm] = [
    KnownForm("aws_key", "AKIA", .upper, 16...16, "gitleaks aws-access-token"),
    KnownForm("aws_key", "ASIA", .upper, 16...16, "gitleaks aws-access-token"),
    KnownForm("aws_key", "ABIA", .upper, 16...16, "gitleaks aws-access-token"),
    KnownForm("aws_key", "ACCA", .upper, 16...16, "gitleaks aws-access-token"),
    KnownForm(
      "aws_key", "ABSK", .base64, 109...280, "gitleaks aws-amazon-bedrock-api-key-long-lived"),
    KnownForm("alibaba_key", "LTAI", .alphanumeric, 12...24, "gitleaks alibaba-access-key-id"),
    KnownForm("google_key", "AIza", .word, 35...35, "gitleaks gcp-api-key"),
    KnownForm(
      "google_secret", "GOCSPX-", .word, 20...40, "assumption: client secrets of Google's console"),
    KnownForm(
      "google_token", "ya29.", .dotted, 20...2048, "assumption: access tokens of Google's OAuth"),
    KnownForm("digitalocean_token", "dop_v1_", .hexadecimal, 64...64, "gitleaks digitalocean-pat"),
    KnownForm(
      "digitalocean_token", "doo_v1_", .hexadecimal, 64...64, "gitleaks digitalocean-access-token"),
    KnownForm(
      "digitalocean_token", "dor_v1_", .hexadecimal, 64...64, "gitleaks digitalocean-refresh-token"),
    KnownForm("cloudflare_key", "v1.0-", .word, 171...171, "gitleaks cloudflare-origin-ca-key"),
    KnownForm("cloudflare_token", "cfk_", .alphanumeric, 48...48, "secretlint cloudflare"),
    KnownForm("cloudflare_token", "cfut_", .alphanumeric, 48...48, "secretlint cloudflare"),
    KnownForm("cloudflare_token", "cfat_", .alphanumeric, 48...48, "secretlint cloudflare"),
    KnownForm("databricks_token", "dapi", .word, 32...34, "gitleaks databricks-api-token"),
    KnownForm("heroku_key", "HRKU-AA", .word, 58...58, "gitleaks heroku-api-key-v2"),
    KnownForm("fly_token", "fo1_", .word, 43...43, "gitleaks flyio-access-token"),
    KnownForm("fly_token", "fm2_", .base64, 100...2048, "gitleaks flyio-access-token"),
    KnownForm("vault_token", "hvs.", .word, 90...120, "gitleaks vault-service-token"),
    KnownForm("vault_token", "hvb.", .word, 138...300, "gitleaks vault-batch-token"),
    KnownForm("pulumi_token", "pul-", .hexadecimal, 40...40, "gitleaks pulumi-api-token"),
    KnownForm(
      "planetscale_password", "pscale_pw_", .dotted, 32...64, "gitleaks planetscale-password"),
    KnownForm(
      "planetscale_token", "pscale_tkn_", .dotted, 32...64, "gitleaks planetscale-api-token"),
    KnownForm(
      "planetscale_token", "pscale_oauth_", .dotted, 32...64, "gitleaks planetscale-oauth-token"),
    KnownForm("scalingo_token", "tk-us-", .word, 48...48, "gitleaks scalingo-api-token"),
    KnownForm("openshift_token", "sha256~", .word, 43...43, "gitleaks openshift-user-token"),
    KnownForm("tailscale_key", "tskey-", .word, 27...120, "secretlint tailscale"),
    KnownForm("vercel_token", "vcp_", .alphanumeric, 20...60, "secretlint vercel"),
  ]

  private static let code: [KnownForm] = [
    KnownForm("github_token", "ghp_", .alphanumeric, 30...255, "gitleaks github-pat"),
    KnownForm("github_token", "gho_", .alphanumeric, 30...255, "gitleaks github-oauth"),
    KnownForm("github_token", "ghs_", .dotted, 30...1024, "gitleaks github-app-token"),
    KnownForm("github_token", "ghu_", .alphanumeric, 30...255, "gitleaks github-app-token"),
    KnownForm("github_token", "ghr_", .alphanumeric, 30...255, "gitleaks github-refresh-token"),
    KnownForm("github_token", "github_pat_", .word, 30...255, "gitleaks github-fine-grained-pat"),
    KnownForm("gitlab_token", "glpat-", .dotted, 20...300, "gitleaks gitlab-pat"),
    KnownForm("gitlab_token", "gldt-", .word, 20...64, "gitleaks gitlab-deploy-token"),
    KnownForm(
      "gitlab_token", "glrt-", .dotted, 20...300, "gitleaks gitlab-runner-authentication-token"),
    KnownForm("gitlab_token", "glptt-", .hexadecimal, 40...40, "gitleaks gitlab-ptt"),
    KnownForm("gitlab_token", "glcbt-", .word, 22...40, "gitleaks gitlab-cicd-job-token"),
    KnownForm("gitlab_token", "glft-", .word, 20...64, "gitleaks gitlab-feed-token"),
    KnownForm("gitlab_token", "gloas-", .word, 64...64, "gitleaks gitlab-oauth-app-secret"),
    KnownForm("gitlab_token", "glsoat-", .word, 20...64, "gitleaks gitlab-scim-token"),
    KnownForm("gitlab_token", "GR1348941", .word, 20...64, "gitleaks gitlab-rrt"),
    KnownForm("npm_token", "npm_", .alphanumeric, 30...64, "gitleaks npm-access-token"),
    KnownForm("pypi_token", "pypi-AgEI", .word, 50...1000, "gitleaks pypi-upload-token"),
    KnownForm("rubygems_key", "rubygems_", .hexadecimal, 48...48, "gitleaks rubygems-api-token"),
    KnownForm("clojars_token", "CLOJARS_", .alphanumeric, 60...60, "gitleaks clojars-api-token"),
    KnownForm("docker_token", "dckr_pat_", .word, 27...27, "secretlint docker"),
    KnownForm("artifactory_key", "AKCp", .alphanumeric, 69...69, "gitleaks artifactory-api-key"),
    KnownForm(
      "artifactory_token", "cmVmd", .alphanumeric, 59...59, "gitleaks artifactory-reference-token"),
    KnownForm("atlassian_token", "ATATT3", .dotted, 100...300, "gitleaks atlassian-api-token"),
    KnownForm("postman_key", "PMAK-", .word, 59...59, "gitleaks postman-api-token"),
    KnownForm("sentry_token", "sntryu_", .hexadecimal, 64...64, "gitleaks sentry-user-token"),
    KnownForm("sentry_token", "sntrys_", .base64, 60...600, "gitleaks sentry-org-token"),
    KnownForm("sourcegraph_token", "sgp_", .word, 40...64, "gitleaks sourcegraph-access-token"),
    KnownForm("grafana_token", "glsa_", .word, 41...41, "gitleaks grafana-service-account-token"),
    KnownForm("grafana_token", "glc_", .base64, 32...400, "gitleaks grafana-cloud-api-token"),
    KnownForm("figma_token", "figd_", .word, 40...200, "secretlint figma"),
    KnownForm("linear_key", "lin_api_", .word, 32...128, "gitleaks linear-api-key"),
    KnownForm("notion_token", "ntn_", .alphanumeric, 46...46, "gitleaks notion-api-token"),
    KnownForm(
      "airtable_token", "pat", .dotted, 79...79, "gitleaks airtable-personnal-access-token"),
    KnownForm("readme_key", "rdme_", .alphanumeric, 70...70, "gitleaks readme-api-token"),
    KnownForm("prefect_key", "pnu_", .alphanumeric, 36...36, "gitleaks prefect-api-token"),
    KnownForm("doppler_token", "dp.pt.", .alphanumeric, 43...43, "gitleaks doppler-api-token"),
    KnownForm("octopus_key", "API-", .upper, 26...26, "gitleaks octopus-deploy-api-key"),
  ]

  private static let money: [KnownForm] = [
    KnownForm("stripe_key", "sk_live_", .alphanumeric, 10...255, "gitleaks stripe-access-token"),
    KnownForm("stripe_key", "sk_test_", .alphanumeric, 10...255, "gitleaks stripe-access-token"),
    KnownForm("stripe_key", "sk_prod_", .alphanumeric, 10...255, "gitleaks stripe-access-token"),
    KnownForm("stripe_key", "rk_live_", .alphanumeric, 10...255, "gitleaks stripe-access-token"),
    KnownForm("stripe_key", "rk_test_", .alphanumeric, 10...255, "gitleaks stripe-access-token"),
    KnownForm(
      "stripe_secret", "whsec_", .base64, 24...128,
      "assumption: Stripe's manual, webhook signatures"),
    KnownForm("square_token", "sq0atp-", .word, 22...60, "gitleaks square-access-token"),
    KnownForm("square_token", "EAAA", .word, 22...60, "gitleaks square-access-token"),
    KnownForm("shopify_token", "shpat_", .hexadecimal, 32...32, "gitleaks shopify-access-token"),
    KnownForm(
      "shopify_token", "shpca_", .hexadecimal, 32...32, "gitleaks shopify-custom-access-token"),
    KnownForm(
      "shopify_token", "shppa_", .hexadecimal, 32...32, "gitleaks shopify-private-app-access-token"),
    KnownForm("shopify_secret", "shpss_", .hexadecimal, 32...32, "gitleaks shopify-shared-secret"),
    KnownForm("shippo_token", "shippo_live_", .hexadecimal, 40...40, "gitleaks shippo-api-token"),
    KnownForm("shippo_token", "shippo_test_", .hexadecimal, 40...40, "gitleaks shippo-api-token"),
    KnownForm("easypost_key", "EZAK", .alphanumeric, 54...54, "gitleaks easypost-api-token"),
    KnownForm("easypost_key", "EZTK", .alphanumeric, 54...54, "gitleaks easypost-test-api-token"),
    KnownForm("duffel_token", "duffel_live_", .word, 43...43, "gitleaks duffel-api-token"),
    KnownForm("duffel_token", "duffel_test_", .word, 43...43, "gitleaks duffel-api-token"),
    KnownForm(
      "flutterwave_key", "FLWSECK_TEST-", .word, 12...34, "gitleaks flutterwave-secret-key"),
  ]

  private static let messages: [KnownForm] = [
    KnownForm("slack_token", "xoxb-", .word, 16...255, "gitleaks slack-bot-token"),
    KnownForm("slack_token", "xoxp-", .word, 16...255, "gitleaks slack-user-token"),
    KnownForm("slack_token", "xoxa-", .word, 8...255, "gitleaks slack-legacy-workspace-token"),
    KnownForm("slack_token", "xoxr-", .word, 8...255, "gitleaks slack-legacy-workspace-token"),
    KnownForm("slack_token", "xoxo-", .word, 16...255, "gitleaks slack-legacy-token"),
    KnownForm("slack_token", "xoxs-", .word, 16...255, "gitleaks slack-legacy-token"),
    KnownForm("slack_token", "xoxe-", .word, 40...255, "gitleaks slack-config-refresh-token"),
    KnownForm("slack_token", "xoxe.", .word, 40...255, "gitleaks slack-config-access-token"),
    KnownForm("slack_token", "xapp-", .word, 16...255, "gitleaks slack-app-token"),
    KnownForm("sendgrid_key", "SG.", .dotted, 40...80, "gitleaks sendgrid-api-token"),
    KnownForm("sendinblue_key", "xkeysib-", .word, 81...81, "gitleaks sendinblue-api-token"),
    KnownForm("mailgun_key", "key-", .hexadecimal, 32...32, "gitleaks mailgun-private-api-token"),
    KnownForm("twilio_key", "SK", .hexadecimal, 32...32, "gitleaks twilio-api-key"),
    KnownForm(
      "facebook_token", "EAAM", .alphanumeric, 100...400, "gitleaks facebook-page-access-token"),
    KnownForm(
      "facebook_token", "EAAC", .alphanumeric, 100...400, "gitleaks facebook-page-access-token"),
  ]

  private static let others: [KnownForm] = [
    KnownForm("anthropic_key", "sk-ant-", .word, 80...160, "gitleaks anthropic-api-key"),
    KnownForm("openai_key", "sk-proj-", .word, 40...255, "gitleaks openai-api-key"),
    KnownForm("openai_key", "sk-svcacct-", .word, 40...255, "gitleaks openai-api-key"),
    KnownForm("openai_key", "sk-admin-", .word, 40...255, "gitleaks openai-api-key"),
    KnownForm("openai_key", "sk-", .alphanumeric, 48...48, "gitleaks openai-api-key"),
    KnownForm("huggingface_token", "hf_", .letters, 34...34, "gitleaks huggingface-access-token"),
    KnownForm(
      "huggingface_token", "api_org_", .letters, 34...34,
      "gitleaks huggingface-organization-api-token"),
    KnownForm("groq_key", "gsk_", .alphanumeric, 52...52, "secretlint groq"),
    KnownForm("perplexity_key", "pplx-", .alphanumeric, 48...48, "gitleaks perplexity-api-key"),
    KnownForm(
      "1password_token", "ops_eyJ", .base64, 100...1280, "gitleaks 1password-service-account-token"),
    KnownForm("1password_key", "A3-", .word, 35...37, "gitleaks 1password-secret-key"),
    KnownForm("age_key", "AGE-SECRET-KEY-1", .upper, 58...58, "gitleaks age-secret-key"),
    KnownForm("adobe_secret", "p8e-", .alphanumeric, 32...32, "gitleaks adobe-client-secret"),
    KnownForm("dynatrace_token", "dt0c01.", .dotted, 89...89, "gitleaks dynatrace-api-token"),
    KnownForm("newrelic_key", "NRAK-", .upper, 27...27, "gitleaks new-relic-user-api-key"),
    KnownForm("infracost_key", "ico-", .alphanumeric, 32...32, "gitleaks infracost-api-token"),
    KnownForm("frameio_token", "fio-u-", .dotted, 64...64, "gitleaks frameio-api-token"),
    KnownForm(
      "clickhouse_key", "4b1d", .alphanumeric, 38...38, "gitleaks clickhouse-cloud-api-secret-key"),
    KnownForm(
      "settlemint_token", "sm_aat_", .alphanumeric, 16...16,
      "gitleaks settlemint-application-access-token"),
    KnownForm(
      "settlemint_token", "sm_pat_", .alphanumeric, 16...16,
      "gitleaks settlemint-personal-access-token"),
    KnownForm("intra42_secret", "s-s4t2", .word, 67...67, "gitleaks intra42-client-secret"),
  ]
}
